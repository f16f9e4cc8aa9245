/** The text of a file that is not UTF-8, and how it seems to be written. */
export interface IDecodedText {
  text: string;
  /** As Python calls it; empty for UTF-8. */
  encoding: string;
  /** Set if the bytes say so themselves; otherwise it is likely, not certain. */
  certain: boolean;
}

/**
 * Text of the bytes of a file; null if they do not look like text.
 *
 * @param isHead the bytes may end in the middle of a character.
 */
export function decodeText(
  bytes: Uint8Array,
  isHead: boolean
): IDecodedText | null {
  const marked = byMark(bytes, isHead);
  if (marked) {
    return marked;
  }
  const wide = utf16Order(bytes);
  if (wide) {
    const text = decode(bytes, `utf-16${wide}`, isHead);
    return text !== null && isText(text)
      ? { text, encoding: `utf-16-${wide}`, certain: false }
      : null;
  }
  const utf8 = decode(bytes, 'utf-8', isHead);
  if (utf8 !== null) {
    return isText(utf8) ? { text: utf8, encoding: '', certain: true } : null;
  }
  const sample = bytes.subarray(0, SAMPLE);
  const ranked = CANDIDATES.map(candidate => {
    const text = decode(sample, candidate.charset, true);
    const fits = text !== null && isText(text);
    return { ...candidate, fit: fits ? candidate.score(sample, text) : -1 };
  }).sort((one, other) => other.fit - one.fit);
  for (const { charset, encoding, fit } of ranked) {
    const text = fit < 0 ? null : decode(bytes, charset, isHead);
    if (text !== null) {
      return { text, encoding, certain: false };
    }
  }
  return null;
}

/** Fewer bytes tell no order. */
const MIN_TOLD = 16;

/** As many bytes show which encoding it is. */
const SAMPLE = 65_536;

function byMark(bytes: Uint8Array, isHead: boolean): IDecodedText | null {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe && !(third === 0 && fourth === 0)) {
    return marked('utf-16le', 'utf-16');
  }
  if (first === 0xfe && second === 0xff) {
    return marked('utf-16be', 'utf-16');
  }
  return first === 0xef && second === 0xbb && third === 0xbf
    ? marked('utf-8', '')
    : null;

  function marked(charset: string, encoding: string): IDecodedText | null {
    const text = decode(bytes, charset, isHead);
    return text === null ? null : { text, encoding, certain: true };
  }
}

/**
 * Order of the bytes of UTF-16 without a mark, told by the zeros of its
 * spaces, digits and line ends: they stand on one side only.
 */
function utf16Order(bytes: Uint8Array): 'le' | 'be' | null {
  if (bytes.length < MIN_TOLD) {
    return null;
  }
  const zeros = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    zeros[at % 2] += bytes[at] === 0 ? 1 : 0;
  }
  const pairs = bytes.length / 2;
  const isOneSided = (many: number, few: number): boolean =>
    many > pairs * 0.05 && few <= many * 0.02;
  return isOneSided(zeros[1], zeros[0])
    ? 'le'
    : isOneSided(zeros[0], zeros[1])
      ? 'be'
      : null;
}

/** Null if the bytes are not of this encoding. */
function decode(
  bytes: Uint8Array,
  charset: string,
  isHead: boolean
): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes, {
      stream: isHead
    });
  } catch {
    // Bytes that mean nothing in it, or a browser that does not know it.
    return null;
  }
}

/** Text holds hardly any control characters; programs and archives do. */
function isText(text: string): boolean {
  const controls = text.match(
    // eslint-disable-next-line no-control-regex
    /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f-\x9f\ufffe\uffff]/g
  );
  return (controls?.length ?? 0) <= text.length / 1000;
}

interface ICandidate {
  /** As browsers call it. */
  charset: string;
  /** As Python calls it. */
  encoding: string;
  /** How well it fits, from 0 to 3. */
  score(bytes: Uint8Array, text: string): number;
}

/**
 * Older encodings in which tables are still saved. Bytes of one are often valid
 * in another, so what counts is whether they give common characters.
 */
const CANDIDATES: ICandidate[] = [
  {
    charset: 'euc-kr',
    encoding: 'cp949',
    // 0xb0 to 0xc8: syllables; above: Chinese characters, rare in Korean.
    score: (bytes, text) =>
      pairScore(bytes, (lead, trail) =>
        trail < 0xa1 ? 0 : lead >= 0xb0 && lead <= 0xc8 ? 1 : 0.1
      ) +
      2 * share(text, KOREAN)
  },
  {
    charset: 'gb18030',
    encoding: 'gb18030',
    // 0xb0 to 0xd7: the 3,755 common characters.
    score: (bytes, text) =>
      pairScore(bytes, (lead, trail) =>
        trail < 0xa1 || lead < 0xb0 || lead > 0xf7
          ? 0
          : lead <= 0xd7
            ? 0.95
            : 0.4
      ) +
      2 * share(text, CHINESE)
  },
  {
    charset: 'shift_jis',
    encoding: 'cp932',
    // Kana of full width; half-width ones are what other encodings look like.
    score: (_bytes, text) => {
      const letters =
        text.match(/(?![\u3000-\u303f\uff01-\uff60])\P{ASCII}/gu) ?? [];
      const kana = letters.filter(each => /[\u3041-\u30fe]/u.test(each)).length;
      const narrow = letters.filter(each =>
        /[\uff61-\uff9f]/u.test(each)
      ).length;
      return letters.length === 0
        ? 0
        : (0.7 * (letters.length - narrow) + 2 * kana) / letters.length;
    }
  },
  {
    charset: 'windows-1251',
    encoding: 'cp1251',
    // Small Cyrillic letters, in words.
    score: (_bytes, text) => {
      const high = text.match(/\P{ASCII}/gu) ?? [];
      const words = (text.match(/[а-яё]{2,}/gu) ?? []).join('').length;
      return high.length === 0 ? 0 : (2.4 * words) / high.length;
    }
  },
  {
    charset: 'windows-1252',
    encoding: 'cp1252',
    // Single letters among plain ones.
    score: (_bytes, text) => {
      const high = text.match(/\P{ASCII}/gu) ?? [];
      const single = (
        text.match(/(?<![\x80-\uffff])[\x80-\uffff]{1,2}(?![\x80-\uffff])/gu) ??
        []
      ).join('');
      const fitting =
        single.match(/[À-ÖØ-öø-ÿŠšŽžŒœ€£§°²³µ–—‘’“”«»•…·©®½¼º]/gu) ?? [];
      return high.length === 0 ? 0 : (1.5 * fitting.length) / high.length;
    }
  }
];

/** Mean of what two-byte characters are worth. */
function pairScore(
  bytes: Uint8Array,
  worth: (lead: number, trail: number) => number
): number {
  let sum = 0;
  let pairs = 0;
  for (let at = 0; at < bytes.length - 1; at++) {
    const lead = bytes[at];
    if (lead >= 0x81) {
      const trail = bytes[++at];
      // Punctuation and letters of full width are in all of them.
      if (lead < 0xa1 || lead > 0xa3) {
        sum += worth(lead, trail);
        pairs++;
      }
    }
  }
  return pairs === 0 ? 0 : sum / pairs;
}

/** Share of the characters beyond ASCII that are among the most frequent. */
function share(text: string, frequent: ReadonlySet<string>): number {
  let high = 0;
  let found = 0;
  for (const character of text) {
    if (character > '\x7f') {
      high++;
      found += frequent.has(character) ? 1 : 0;
    }
  }
  return high === 0 ? 0 : found / high;
}

const KOREAN = new Set(
  '이다는의가을에고하지로은한기사도인어서시리대자해나스그라정수년월일명구동산원여남부성경주전천북강제상조김박최만적으를와과합계번호매출금액지역'
);

const CHINESE = new Set(
  '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年月日省市区县号名称数量金额性别男女价格总产业学'
);
