import type { Context } from '#src/platform/context.ts';
import { citedWorks, type Work, type WorkKind, workKinds } from '../works.rules.ts';
import { listCitations, listCitingTexts, replaceCitations } from './citations.queries.ts';

const batchSize = 200;
const maxId = 2_147_483_647;
// Of one text; a list of everything would be no citation.
const citationsOfText = 200;

/** Reads the texts of all public stories and essays, and stores which works of the site they link to. */
export async function findCitations({ db, config, job }: Context): Promise<void> {
  for (const kind of workKinds)
    for (let after = 0; after < maxId; ) {
      job?.signal.throwIfAborted();
      const texts = await listCitingTexts[kind](db, after, batchSize);
      const last = texts.length < batchSize ? maxId : (texts.at(-1)?.id ?? maxId);
      const found = texts.flatMap(({ id, text }) =>
        citedWorks(text, config.siteUrl)
          .filter((cited) => cited.kind !== kind || cited.id !== id)
          .slice(0, citationsOfText)
          .map((cited) => ({ citingId: id, cited })),
      );
      await db.transaction((tx) => replaceCitations(tx, { kind, after, last }, found));
      after = last;
    }
}

const citationsShown = 50;
const citationsRead = 5000;

/** Public works that cite works of a kind, by the id of the cited one, newest first. */
export async function getCitations(
  { db }: Pick<Context, 'db'>,
  kind: WorkKind,
  ids: number[],
): Promise<Map<number, (Work & { title: string })[]>> {
  const byKind = await Promise.all(
    workKinds.map(async (citing) =>
      (await listCitations(db, { kind, ids }, citing, citationsRead)).map((row) => ({ ...row, kind: citing })),
    ),
  );
  const byId = Map.groupBy(byKind.flat(), ({ citedId }) => citedId);
  return new Map(
    [...byId].map(([id, rows]) => [
      id,
      rows
        .slice(0, citationsShown)
        .map(({ kind: citing, id: citingId, title }) => ({ kind: citing, id: citingId, title })),
    ]),
  );
}
