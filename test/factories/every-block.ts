/** A text with every block. `picture` and `story` are ids. */
export const everyBlock = ({ picture, story }: { picture: number; story: number }): string =>
  [
    'The river rose on Tuesday.',
    'Nobody was hurt.',
    `::picture[The *ghat* at noon]{id=${picture}}`,
    `::picture{id=${picture} size=small}`,
    'A paragraph beside a small picture.',
    `::picture[The bridge]{id=${picture} size=wide}`,
    `:::gallery[After the water]\n::picture[One]{id=${picture}}\n::picture[Two]{id=${picture}}\n::picture[Three]{id=${picture}}\n:::`,
    ':::facts[What is known]\nThe dam holds **40 m**.\n\n- Gates: 12\n- Open: 3\n:::',
    '::embed[The boatman speaks]{url="https://www.youtube.com/watch?v=dQw4w9WgXcQ"}',
    '::embed{url="https://example.org/report?a=1&b=2"}',
    '::video[The gates open]{id=7}',
    '::audio[The siren]{id=8}',
    `::story{id=${story}}`,
    '1. First\n2. Second',
    ':::correction{date=2026-11-24}\nAn earlier version named the wrong dam.\n:::',
    ':::correction{kind=clarification date=2026-11-23}\nThe gates are new.\n:::',
    'The end.',
  ].join('\n\n');
