import { useEffect, useState } from 'react';
import { useSession } from '#src/client/session.ts';
import { sessionStore } from '#src/client/storage.ts';
import type { PaymentDetails } from '../states.rules.ts';

const key = 'payment-details';
const noDetails: PaymentDetails = { utr: '', state: '', pin: '' };

interface Stored {
  /** The user who entered them; null for a visitor, who may log in next. */
  owner: number | null;
  details: PaymentDetails;
}

/** What the reader has entered about a payment. Kept for this tab, because declaring it may lead through the login. */
export function usePaymentDetails(): [PaymentDetails, (details: PaymentDetails) => void] {
  const owner = useSession(({ user }) => user.user_id);
  const [details, setDetails] = useState(noDetails);
  // In an effect, because the server has no storage.
  useEffect(() => {
    const stored: Stored | null = JSON.parse(sessionStore().getItem(key) ?? 'null');
    setDetails(stored && (stored.owner === null || stored.owner === owner) ? stored.details : noDetails);
  }, [owner]);
  const change = (next: PaymentDetails) => {
    setDetails(next);
    sessionStore().setItem(key, JSON.stringify({ owner, details: next } satisfies Stored));
  };
  return [details, change];
}

export const deletePaymentDetails = (): void => sessionStore().removeItem(key);
