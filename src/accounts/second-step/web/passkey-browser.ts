import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { useEffect, useState } from 'react';
import { noResponseError } from '#src/client/api-error.ts';

/** Whether this browser supports passkeys; undefined during server rendering and until hydrated. */
export function usePasskeySupport(): boolean | undefined {
  const [supported, setSupported] = useState<boolean>();
  useEffect(() => setSupported('PublicKeyCredential' in window), []);
  return supported;
}

type Options = Record<string, unknown>;

// The library is loaded when a passkey button is pressed.
const library = () =>
  import('@simplewebauthn/browser').catch(() => {
    throw noResponseError(false);
  });

/** Signs with a passkey. Undefined if the user cancels, or has no matching passkey. */
export async function signWithPasskey(options: Options) {
  const { startAuthentication } = await library();
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON; // from the server's library
  return startAuthentication({ optionsJSON }).catch(cancelled);
}

/** Creates a passkey. Undefined if the user cancels, or the device already has one for this account. */
export async function makePasskey(options: Options) {
  const { startRegistration } = await library();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON; // from the server's library
  return startRegistration({ optionsJSON }).catch(cancelled);
}

// For privacy, browsers do not reveal the reason: every failure is one type of error of the library or of the DOM.
function cancelled(error: unknown): undefined {
  if (!(error instanceof Error)) throw error;
  return undefined;
}
