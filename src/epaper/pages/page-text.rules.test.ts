import { expect, test } from 'vitest';
import { cleanParagraphs, isGarbled, isPartlyGarbled } from './page-text.rules.ts';

test.each([
  ['a space before a vowel sign', 'क िसान की फसल', 'किसान की फसल'],
  ['a space within a conjunct', 'क् या हुआ राष् ट्र में', 'क्या हुआ राष्ट्र में'],
  ['a doubled vowel sign', 'काा नााम', 'का नाम'],
  ['Tamil vowel signs', 'தமிழ ் நாடு', 'தமிழ் நாடு'],
  ['Bengali conjuncts', 'বিদ্ যালয়', 'বিদ্যালয়'.normalize('NFC')],
  ['Latin ligatures', 'The ﬁrst oﬃce ﬂat', 'The first office flat'],
  ['signs that are meant', '½ of 20 m² ™', '½ of 20 m² ™'],
  ['soft hyphens and marks of direction', 'news\u00adpaper \u200btoday\u200e', 'newspaper today'],
  ['a hyphen of the line’s end', 'the informa-\ntion office', 'the information office'],
  ['a hyphen that is meant', 'the Delhi-\nMumbai road', 'the Delhi- Mumbai road'],
  ['letters set wide', 'N E W S of the day', 'NEWS of the day'],
  ['initials', 'A B Sharma', 'A B Sharma'],
])('%s', (_, raw, clean) => {
  expect(cleanParagraphs(raw)).toEqual([clean]);
});

test('lines of a column are joined into paragraphs', () => {
  const raw =
    'Night final\n\nThe ferry to Naubat Ghat ran late for\r\nthe third day.\nThe mandi opened at dawn, as it does\non every other day of the week.';
  expect(cleanParagraphs(raw)).toEqual([
    'Night final',
    'The ferry to Naubat Ghat ran late for the third day.',
    'The mandi opened at dawn, as it does on every other day of the week.',
  ]);
  expect(cleanParagraphs('')).toEqual([]);
});

test.each([
  ['English', 'The onion mandi opens at dawn and the ferry to Naubat Ghat runs late for the third day.', false],
  ['an English page of scores', 'BBC TV vs NDTV 12-4, 3/41; Rs 4.50 cr (GST) e.g. http://a.in by dry sky', false],
  ['Hindi', 'सूर्यनगर में नाव सेवा तीसरे दिन भी देर से चली और मंडी सुबह खुली।', false],
  ['Tamil', 'தமிழ்நாடு அரசு இன்று புதிய திட்டத்தை அறிவித்தது என்று கூறினார்கள்.', false],
  ['French', 'Le marché aux oignons ouvre à l’aube et le bac est en retard pour le troisième jour.', false],
  ['a few letters', 'pg 3', false],
  ['nothing', '', false],
  ['Kruti Dev', "Hkkjr ljdkj us vkt dgk fd ;g ;kstuk iwjs ns'k esa ykxw gksxh vkSj fdlkuksa dks ykHk feysxk", true],
  ['signs of a private font', 'a\ue012c d\ue013ef g\ue014h ij k', true],
  ['replacement signs', 'The �� m�ndi �pens at d�wn', true],
  ['vowel signs adrift', 'ि क ी म ा त े न ु स ि र ा ल ी व े प', false],
  ['codes within words', 'iz=kku ea=h th us d[k fd {ks=h; fo|ky; esa f=k nhi{k vf[ky fo|k ea=ky; {ks=', true],
])('%s: garbled %s', (_, text, garbled) => {
  expect(isGarbled(text)).toBe(garbled);
});

test('lines without letters are removed from an otherwise readable page', () => {
  const raw =
    'The ferry ran late in Decem\u0019\r\nber, as it did before.\r\n\u0001कि\u0003सा\u0005सानोंकिकी \bसाह\r\nThe mandi opened at dawn.';
  expect(cleanParagraphs(raw)).toEqual(['The ferry ran late in December, as it did before. The mandi opened at dawn.']);
  expect([isGarbled(raw), isPartlyGarbled(raw)]).toEqual([false, true]);
  expect(isPartlyGarbled('The mandi opened at dawn.')).toBe(false);
});
