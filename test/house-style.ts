import type { Language } from '#src/messages/languages.ts';

/** Words of one language as "wrong→right", separated by spaces; "_" stands for a space within a word. */
type WordList = string;

interface HouseStyle {
  words: WordList;
  /** What must not occur, and what to write instead. */
  patterns: [RegExp, string][];
}

// Applies to every language.
const everywhere: [RegExp, string][] = [
  [/[^\s/?#(] +[,;:!?।۔،؛؟](?![\p{L}\p{N}/])/u, 'no space before punctuation'],
  [/\S {2,}\S/, 'one space between words'],
  [/[०-९০-৯౦-౯௦-௯૦-૯٠-٩۰-۹]/, 'digits 0 to 9, as the dates and numbers of the site have'],
];
const notInEnglish: [RegExp, string][] = [
  [/\.{3}/, 'an ellipsis is one character: …'],
  [/\b[ap]\.?m\b/i, 'a clock of 24 hours: no am and pm'],
];
const noDanda: [RegExp, string] = [/।/, 'a sentence ends with a full stop'];
const highQuotes: [RegExp, string] = [/^[^“”]*”|“[^”]*“/, 'quotation marks are “ ”'];
// Abbreviations keep their full stop: a letter or two, or डॉ.
const danda = (script: string): [RegExp, string] => [
  new RegExp(`(?!डॉ|ডাঃ)(?<![${script}])[${script}]{3,}\\.(?=\\s|$)`, 'u'),
  'a sentence ends with a danda',
];

/**
 * The house style of the paper by language, checked over all message catalogues and the sample edition by
 * house-style.test.ts (decision 118).
 */
export const houseStyle: Record<Language, HouseStyle> = {
  en: { words: '', patterns: everywhere },
  // Nukta and chandrabindu are written, in names of other languages too.
  hi: {
    words: `
  अंग्रेजी→अंग्रेज़ी अंदाजा→अंदाज़ा अखबार→अख़बार आएंगे→आएँगे आखिर→आख़िर आखिरी→आख़िरी आवाज→आवाज़
  इंतजार→इंतज़ार कतार→क़तार कदम→क़दम करीब→क़रीब कर्ज→क़र्ज़ कहां→कहाँ कागज→काग़ज़ कानून→क़ानून
  कीमत→क़ीमत कुर्सियां→कुर्सियाँ खत्म→ख़त्म खबर→ख़बर खबरें→ख़बरें खबरों→ख़बरों खराब→ख़राब खरीदी→ख़रीदी
  खर्च→ख़र्च खाली→ख़ाली खुद→ख़ुद गंवाएं→गँवाएँ गलत→ग़लत गांव→गाँव चीज→चीज़ चीजें→चीज़ें जमीन→ज़मीन
  जरूर→ज़रूर जरूरत→ज़रूरत जहां→जहाँ जांच→जाँच जाएं→जाएँ जाएंगे→जाएँगे जिला→ज़िला जिले→ज़िले जोर→ज़ोर
  ज्यादा→ज़्यादा ज्यादातर→ज़्यादातर तरफ→तरफ़ तरीका→तरीक़ा ताजा→ताज़ा तारीख→तारीख़ तालियां→तालियाँ
  तेज→तेज़ दफ्तर→दफ़्तर दरवाजा→दरवाज़ा दस्तखत→दस्तख़त दाखिला→दाख़िला नाजुक→नाज़ुक नुकसान→नुक़सान
  न्यूज→न्यूज़ पहुंच→पहुँच पहुंचता→पहुँचता पहुंचते→पहुँचते पहुंचने→पहुँचने पहुंचा→पहुँचा पहुंची→पहुँची
  पहुंचे→पहुँचे पहुंचें→पहुँचें पांच→पाँच फंसी→फँसी फसल→फ़सल फाइल→फ़ाइल फिल्म→फ़िल्म फिल्में→फ़िल्में
  फिल्मों→फ़िल्मों फीस→फ़ीस फुट→फ़ुट फैसला→फ़ैसला फॉर्म→फ़ॉर्म फोन→फ़ोन बताएं→बताएँ बत्तियां→बत्तियाँ
  बांस→बाँस बाएं→बाएँ बाकी→बाक़ी बाजार→बाज़ार बुखार→बुख़ार बुजुर्ग→बुज़ुर्ग मंगवा→मँगवा मंगाते→मँगाते
  मंजूर→मंज़ूर मजदूरी→मज़दूरी मरीज→मरीज़ मां→माँ मांगने→माँगने मांगा→माँगा मुफ्त→मुफ़्त मेज→मेज़
  यहां→यहाँ रकम→रक़म रोज→रोज़ लगाएं→लगाएँ लड़कियां→लड़कियाँ लिफाफा→लिफ़ाफ़ा वहां→वहाँ सफर→सफ़र
  सफाई→सफ़ाई सफेद→सफ़ेद सांप→साँप सांस→साँस साफ→साफ़ सिर्फ→सिर्फ़ सीढ़ियां→सीढ़ियाँ हंसती→हँसती
  हंसी→हँसी हजार→हज़ार हफ्ते→हफ़्ते हां→हाँ हाजिरी→हाज़िरी हूं→हूँ
  लॉगिन→लॉग_इन ईमेल→ई-मेल इमेल→ई-मेल गये→गए गयी→गई लिये→लिए चाहिये→चाहिए रुपए→रुपये
`,
    patterns: [...everywhere, ...notInEnglish, danda('\u0900-\u0963\u0966-\u097f'), highQuotes],
  },
  bn: {
    words: 'কোনো→কোনও নিচে→নীচে ইমেল→ই-মেল ইমেইল→ই-মেল ব্যাংক→ব্যাঙ্ক ইংরেজী→ইংরেজি সরকারী→সরকারি',
    patterns: [...everywhere, ...notInEnglish, danda('\u0980-\u09ff'), highQuotes],
  },
  te: {
    words: 'ఈమెయిల్→ఈ-మెయిల్ ఇమెయిల్→ఈ-మెయిల్ పాస్వర్డ్→పాస్‌వర్డ్',
    patterns: [...everywhere, ...notInEnglish, noDanda, highQuotes],
  },
  mr: {
    words: 'ईमेल→ई-मेल इमेल→ई-मेल इथे→येथे रुपए→रुपये',
    // ऱ्य has a letter of its own.
    patterns: [...everywhere, ...notInEnglish, noDanda, highQuotes, [/र्\u200dय/, 'ऱ्य']],
  },
  ta: {
    words: 'ஈமெயில்→மின்னஞ்சல் இமெயில்→மின்னஞ்சல் லாகின்→உள்நுழைவு',
    patterns: [...everywhere, ...notInEnglish, noDanda, highQuotes],
  },
  gu: {
    words: 'ઇમેલ→ઈ-મેલ ઈમેલ→ઈ-મેલ કોલેજ→કૉલેજ ન્યુઝ→ન્યૂઝ વોર્ડ→વૉર્ડ ડોક્ટર→ડૉક્ટર',
    patterns: [...everywhere, ...notInEnglish, noDanda, highQuotes],
  },
  ur: {
    words: `براہ_کرم→براہِ_کرم ہوگا→ہو_گا ہوگی→ہو_گی ہونگے→ہوں_گے کیلئے→کے_لیے لئے→لیے چاہئے→چاہیے ایمیل→ای_میل
      انھوں→انہوں انھیں→انہیں`,
    patterns: [
      ...everywhere,
      ...notInEnglish,
      [/\p{Script=Arabic}[,;?.](?=\s|$)/u, '، ؛ ؟ ۔'],
      [/₹/, 'روپے after the number: a sign before it would stand on its other side'],
      [/[كيهى]/, 'the letters of Urdu (ک ی ہ), not those of Arabic'],
      [/^[^“”]*“|”[^“]*”/, 'quotation marks are ” “, as one reads from the right'],
    ],
  },
};

/** The errors of a text against the house style of its language, each with what to write instead. */
export function styleErrors(language: Language, text: string): string[] {
  return [...spelling(language), ...houseStyle[language].patterns].flatMap(([pattern, rule]) =>
    pattern.test(text) ? [`${pattern.exec(text)?.[0]}: ${rule}`] : [],
  );
}

const spellings = new Map<Language, [pattern: RegExp, right: string][]>();

/** The misspellings of a language. Their expressions are compiled once, as every text is compared with all of them. */
function spelling(language: Language) {
  const known = spellings.get(language);
  if (known) return known;
  const pairs = houseStyle[language].words.trim().split(/\s+/).filter(Boolean);
  const patterns = pairs.map((pair): [RegExp, string] => {
    const [wrong = '', right = ''] = pair.replaceAll('_', ' ').split('→');
    return [new RegExp(`(?<![\\p{L}\\p{M}])${wrong}(?![\\p{L}\\p{M}])`, 'u'), right];
  });
  spellings.set(language, patterns);
  return patterns;
}
