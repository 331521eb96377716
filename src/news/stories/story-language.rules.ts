// The language of a story is detected from its title and text: its script names the language, except that Hindi and
// Marathi share one, where the frequent words decide.
import type { Language } from '#src/messages/languages.ts';
import { languageOfText } from '#src/messages/text-language.ts';

// The beginning decides; a text can have 200,000 characters, and this runs while it is typed.
const readCharacters = 4000;

// Words that are frequent in one language and rare in the other: not "या", "की" or "होता", which both have.
const hindiWords = words(
  'है हैं था थे थी का के में से को ने और नहीं यह वह कि लिए भी गया गई गए किया करने साथ बाद तक अपने हुए हुआ इस उस पर',
);
const marathiWords = words(
  'आहे आहेत आणि नाही नाहीत केले केला केली झाले झाला झाली त्या त्यांनी मध्ये तसेच पण असे असून म्हणाले म्हणून येथे साठी हा ते तर यांनी',
);
// Case endings, and a letter that Hindi hardly has.
const marathiForms = /(?:च्या|ांनी|ांना|ातील|ाचे|ाची|ाचा|ामध्ये|साठी)$|ळ/u;

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** The language of a story's title and text; undefined as long as they have no letters. */
export function storyLanguage(title: string, text: string): Language | undefined {
  const read = `${title}\n${text}`.slice(0, readCharacters);
  const language = languageOfText(read);
  return language === 'hi' ? hindiOrMarathi(read) : language;
}

function hindiOrMarathi(text: string): Language {
  let marathi = 0;
  for (const word of text.match(/\p{Script=Devanagari}+/gu) ?? []) {
    if (hindiWords.has(word)) marathi -= 1;
    else if (marathiWords.has(word) || marathiForms.test(word)) marathi += 1;
  }
  return marathi > 0 ? 'mr' : 'hi';
}

const scriptLanguage = (language: string | undefined) => (language === 'mr' ? 'hi' : language);

/** Whether a language is written in another script than the detected one; Hindi and Marathi never contradict. */
export const contradictsScript = (language: string, detected: Language | undefined): boolean =>
  detected !== undefined && scriptLanguage(language) !== scriptLanguage(detected);
