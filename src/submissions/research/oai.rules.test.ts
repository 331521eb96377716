import { expect, test } from 'vitest';
import { idOfOai, oaiIdentifier, readRequest, writeToken } from './oai.rules.ts';

const read = (query: string) => readRequest([...new URLSearchParams(query)]);
const error = (query: string) => {
  const answer = read(query);
  return 'error' in answer ? answer.error : 'none';
};
const list = 'verb=ListRecords&metadataPrefix=oai_dc';

test.each([
  ['', 'badVerb'],
  ['verb=', 'badVerb'],
  ['verb=identify', 'badVerb'],
  ['verb=toString', 'badVerb'],
  ['verb=Identify&verb=Identify', 'badVerb'],
  ['verb=Identify', 'none'],
  ['verb=Identify&metadataPrefix=oai_dc', 'badArgument'],
  ['verb=ListSets', 'none'],
  ['verb=ListSets&resumptionToken=x', 'none'],
  ['verb=ListMetadataFormats', 'none'],
  ['verb=GetRecord', 'badArgument'],
  ['verb=GetRecord&identifier=x', 'badArgument'],
  ['verb=GetRecord&identifier=x&metadataPrefix=oai_dc', 'none'],
  ['verb=GetRecord&identifier=x&metadataPrefix=marc', 'cannotDisseminateFormat'],
  ['verb=ListRecords', 'badArgument'],
  [list, 'none'],
  [`${list}&set=x`, 'noSetHierarchy'],
  [`${list}&color=red`, 'badArgument'],
  [`${list}&metadataPrefix=oai_dc`, 'badArgument'],
  [`${list}&resumptionToken=x`, 'badArgument'],
  ['verb=ListRecords&resumptionToken=x', 'badResumptionToken'],
  [`${list}&from=2026-01-01`, 'none'],
  [`${list}&from=2026-01-01T00:00:00Z&until=2026-01-02T00:00:00Z`, 'none'],
  [`${list}&from=2026-01-01&until=2026-01-02T00:00:00Z`, 'badArgument'],
  [`${list}&from=2026-01-02&until=2026-01-01`, 'badArgument'],
  [`${list}&from=2026-01-01&until=2026-01-01`, 'none'],
  [`${list}&from=2026-02-30`, 'badArgument'],
  [`${list}&from=2026-1-1`, 'badArgument'],
  [`${list}&from=0000-01-01`, 'badArgument'],
  [`${list}&until=0000-12-31T23:59:59Z`, 'badArgument'],
  [`${list}&from=0001-01-01&until=9999-12-31`, 'none'],
  [`${list}&from=2026-01-01T25:00:00Z`, 'badArgument'],
])('the error code for %s is %s', (query, expected) => expect(error(query)).toBe(expected));

test('a day as `until` includes its last second', () => {
  expect(read(`${list}&until=1970-01-02`)).toEqual({
    verb: 'ListRecords',
    bounds: { from: undefined, until: 2 * 86_400 - 1 },
  });
});

test('a resumption token restores the position and bounds of its list', () => {
  const position = { afterSeconds: 5, afterId: 7, from: 1, until: 9, cursor: 100, size: 250 };
  const token = writeToken(position);
  expect(token).toMatch(/^[\w-]+$/);
  expect(read(`verb=ListIdentifiers&resumptionToken=${token}`)).toEqual({ verb: 'ListIdentifiers', position });
});

test.each([
  { afterSeconds: 9e15 },
  { afterId: 2 ** 31 },
  { from: 9e15 },
  { until: -9e15 },
  { cursor: 2 ** 31 },
  { size: 1e300 },
])('a resumption token with impossible values is rejected: %j', (change) => {
  const token = writeToken({ afterSeconds: 5, afterId: 7, cursor: 100, size: 250, ...change });
  expect(error(`verb=ListRecords&resumptionToken=${token}`)).toBe('badResumptionToken');
});

test('only identifiers of this site are accepted', () => {
  const identifier = oaiIdentifier('paper.example', 42);
  expect(idOfOai('paper.example', identifier)).toBe(42);
  for (const other of ['oai:other.example:research/42', `${identifier}0000000000`, `${identifier}x`, '42'])
    expect(idOfOai('paper.example', other), other).toBeUndefined();
});
