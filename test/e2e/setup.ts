import buildPages from '../setup/build.ts';
import { startTestPostgres } from '../setup/postgres.ts';

/** One PostgreSQL for all browser tests; each test's site copies its template database. */
export default async function setup() {
  await buildPages();
  const { url, stop } = await startTestPostgres();
  process.env.TEST_POSTGRES = url;
  return stop;
}
