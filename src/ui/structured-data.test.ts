import { expect, test } from 'vitest';
import { scriptJson } from './structured-data.tsx';

test('no data can close the surrounding script element', () => {
  const data = { headline: '</script><script>alert(1)</script><!-- <b> & "quotes" \u2028 चुनाव' };
  expect(scriptJson(data)).not.toContain('<');
  expect(JSON.parse(scriptJson(data))).toEqual(data);
});
