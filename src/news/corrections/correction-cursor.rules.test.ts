import { expect, test } from 'vitest';
import { correctionCursor, readCorrectionCursor } from './correction-cursor.rules.ts';

test('a cursor is read as it was written', () => {
  const position = { date: '2026-11-24', storyId: 42, place: 2 };
  expect(readCorrectionCursor(correctionCursor(position))).toEqual(position);
  for (const wrong of ['', '42', '2026-11-24-0-1', '2026-11-24-42', '0000-11-24-4-1'])
    expect(readCorrectionCursor(wrong)).toBe(undefined);
});
