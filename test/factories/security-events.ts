import type { Client } from '../client.ts';

interface Event {
  kind: string;
  count: number;
}

/** The number of events of each type in the security log of the client's account. */
export async function eventsOf(client: Client): Promise<Record<string, number>> {
  const { events }: { events: Event[] } = (await client.get('/api/user/security_events')).body;
  const counts: Record<string, number> = {};
  for (const { kind, count } of events) counts[kind] = (counts[kind] ?? 0) + count;
  return counts;
}
