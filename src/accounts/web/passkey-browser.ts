import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { useEffect, useState } from 'react';
import { unanswered } from '#src/client/api-error.ts';

/** Whether this browser has passkeys; undefined until that is known, which is in the browser only. */
export function usePasskeySupport(): boolean | undefined {
  const [supported, setSupported] = useState<boolean>();
  useEffect(() => setSupported('PublicKeyCredential' in window), []);
  return supported;
}

type Options = Record<string, unknown>;

// The library is loaded when a passkey button is pressed.
const library = () =>
  import('@simplewebauthn/browser').catch(() => {
    throw unanswered(false);
  });

/** Has the browser sign with a passkey. Undefined when its owner turned away, or has none for it. */
export async function signWithPasskey(options: Options) {
  const { startAuthentication } = await library();
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON; // made by the same library on the server
  return startAuthentication({ optionsJSON }).catch(turnedAway);
}

/** Has the browser make a passkey. Undefined when its owner turned away, or the device has one for this account. */
export async function makePasskey(options: Options) {
  const { startRegistration } = await library();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON; // made by the same library on the server
  return startRegistration({ optionsJSON }).catch(turnedAway);
}

// For privacy, browsers do not reveal the reason: every failure is one type of error of the library or of the DOM.
function turnedAway(error: unknown): undefined {
  if (!(error instanceof Error)) throw error;
  return undefined;
}
