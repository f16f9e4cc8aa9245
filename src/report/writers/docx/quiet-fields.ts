import { elementsIn } from './elements-in';

/** The namespaces of the text of a Word document. */
const WORD =
  /^http:\/\/(schemas\.openxmlformats\.org\/wordprocessingml\/2006|purl\.oclc\.org\/ooxml\/wordprocessingml)\/main$/;

/**
 * Fields that are worked out from the document itself, or that only a click
 * follows. Not among them are those that fetch a picture, a text, a table or a
 * link from elsewhere, such as INCLUDEPICTURE, LINK, DATABASE and DDEAUTO.
 */
const FIELDS = new Set(
  (
    'PAGE NUMPAGES SECTION SECTIONPAGES DATE TIME CREATEDATE SAVEDATE PRINTDATE EDITTIME ' +
    'AUTHOR TITLE SUBJECT KEYWORDS COMMENTS DOCPROPERTY DOCVARIABLE FILENAME FILESIZE LASTSAVEDBY ' +
    'NUMCHARS NUMWORDS REVNUM TEMPLATE INFO USERNAME USERINITIALS USERADDRESS ' +
    'TOC TC TOA TA INDEX XE REF PAGEREF NOTEREF STYLEREF SEQ HYPERLINK GOTOBUTTON MACROBUTTON ' +
    'IF COMPARE QUOTE SET ASK FILLIN SYMBOL EQ ADVANCE LISTNUM AUTONUM AUTONUMLGL AUTONUMOUT ' +
    'BIBLIOGRAPHY CITATION FORMTEXT FORMCHECKBOX FORMDROPDOWN AUTOTEXT AUTOTEXTLIST GLOSSARY ' +
    'MERGEFIELD MERGEREC MERGESEQ NEXT NEXTIF SKIPIF GREETINGLINE ADDRESSBLOCK ' +
    'DISPLAYBARCODE MERGEBARCODE BARCODE SHAPE PRIVATE ADDIN'
  ).split(' ')
);

interface IField {
  /** Its beginning, middle and end, and its instruction in pieces. */
  marks: Element[];
  pieces: Element[];
  /** Whether its result has begun. */
  isResult: boolean;
  /** Whether another field could give it its name. */
  isNamed: boolean;
}

/**
 * Takes the fields out of a part that could fetch something; what they showed
 * last stays as text.
 *
 * @returns whether there were any.
 */
export function quietFields(parsed: Document): boolean {
  const gone: Element[] = [];
  /** Fields that are open, by the text they are in: a text box has its own. */
  const open = new Map<Element | null, IField[]>();
  const all = elementsIn(parsed).filter(({ namespaceURI }) =>
    WORD.test(namespaceURI ?? '')
  );
  const settle = ({ marks, pieces, isNamed }: IField): void => {
    const instruction = textOf(pieces);
    if (isNamed || !isQuiet(instruction) || !pieces.every(isPlain)) {
      gone.push(...marks, ...pieces.filter(each => each.localName !== 't'));
    }
  };
  for (const each of all) {
    if (each.localName === 'fldSimple') {
      if (!isQuiet(valueOf(each, 'instr'))) {
        gone.push(each);
      }
    } else if (each.localName === 'instrText' || each.localName === 't') {
      const field = open.get(storyOf(each))?.at(-1);
      if (field && !field.isResult) {
        field.pieces.push(each);
      } else if (each.localName === 'instrText') {
        gone.push(each);
      }
    } else if (each.localName === 'fldChar') {
      const story = storyOf(each);
      const fields = open.get(story) ?? [];
      open.set(story, fields);
      const type = valueOf(each, 'fldCharType');
      if (type === 'begin') {
        const outer = fields.at(-1);
        if (outer && !outer.isResult) {
          outer.isNamed ||= !/^\s*(=|\S+\s)/.test(textOf(outer.pieces));
        }
        fields.push({
          marks: [each],
          pieces: [],
          isResult: false,
          isNamed: false
        });
        continue;
      }
      const field = fields.at(-1);
      field?.marks.push(each);
      if (field && type === 'separate') {
        field.isResult = true;
      } else if (field && type === 'end') {
        fields.pop();
        settle(field);
      }
    }
  }
  [...open.values()].flat().forEach(settle);
  for (const each of gone) {
    if (each.localName === 'fldSimple') {
      each.replaceWith(...each.childNodes);
    } else {
      each.remove();
    }
  }
  return gone.length > 0;
}

function textOf(pieces: readonly Element[]): string {
  return pieces.map(each => each.textContent ?? '').join('');
}

function isQuiet(instruction: string): boolean {
  const [name = ''] = /^\S*?(?=[\s\\"]|$)/.exec(instruction.trim()) ?? [];
  return FIELDS.has(name.toUpperCase()) || name.startsWith('=');
}

/**
 * Whether Word surely reads a piece: not one that was deleted, or that is in an
 * alternative or an extension, where Word may read other pieces than we do.
 */
function isPlain(piece: Element): boolean {
  const story = storyOf(piece);
  for (
    let at = piece.parentElement;
    at && at !== story;
    at = at.parentElement
  ) {
    if (
      !WORD.test(at.namespaceURI ?? '') ||
      at.localName === 'del' ||
      at.localName === 'moveFrom'
    ) {
      return false;
    }
  }
  return true;
}

/** The text box that it is in; null for the text of the part. */
function storyOf(of: Element): Element | null {
  for (let at = of.parentElement; at; at = at.parentElement) {
    if (at.localName === 'txbxContent') {
      return at;
    }
  }
  return null;
}

function valueOf(of: Element, name: string): string {
  return (
    [...of.attributes].find(
      ({ localName, namespaceURI }) =>
        localName === name && WORD.test(namespaceURI ?? '')
    )?.value ?? ''
  );
}
