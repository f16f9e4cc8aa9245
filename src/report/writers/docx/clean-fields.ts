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
  /** Whether Word surely reads the same instruction as we do. */
  isPlain: boolean;
}

/**
 * Takes the fields out of a part that could fetch something; what they showed
 * last stays as text.
 *
 * @returns whether there were any.
 */
export function cleanFields(parsed: Document): boolean {
  const gone: Element[] = [];
  const open: IField[] = [];
  const settle = ({ marks, pieces, isPlain }: IField): void => {
    if (!isPlain || !isKnown(textOf(pieces))) {
      gone.push(...marks, ...pieces.filter(each => each.localName !== 't'));
    }
  };
  for (const each of parsed.querySelectorAll('*')) {
    const { localName, namespaceURI } = each;
    if (!WORD.test(namespaceURI ?? '')) {
      continue;
    }
    const field = open.at(-1);
    const type = each.getAttributeNS(namespaceURI, 'fldCharType');
    if (localName === 'fldSimple') {
      if (!isKnown(each.getAttributeNS(namespaceURI, 'instr') ?? '')) {
        gone.push(each);
      }
    } else if (['instrText', 't', 'fldChar'].includes(localName)) {
      const isInstruction = field?.isResult === false;
      if (field && isInstruction) {
        field.isPlain &&= areBeside(each, field.marks[0]);
      }
      if (type === 'begin') {
        // Another field could give it its name.
        if (field && isInstruction) {
          field.isPlain &&= /^\s*(=|\S+\s)/.test(textOf(field.pieces));
        }
        open.push({
          marks: [each],
          pieces: [],
          isResult: false,
          isPlain: true
        });
      } else if (localName === 'fldChar') {
        field?.marks.push(each);
        if (field && type === 'separate') {
          field.isResult = true;
        } else if (field && type === 'end') {
          open.pop();
          settle(field);
        }
      } else if (field && isInstruction) {
        field.pieces.push(each);
      } else if (localName === 'instrText') {
        gone.push(each);
      }
    }
  }
  open.forEach(settle);
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

function isKnown(instruction: string): boolean {
  const [name = ''] = /^\S*?(?=[\s\\"]|$)/.exec(instruction.trim()) ?? [];
  return FIELDS.has(name.toUpperCase()) || name.startsWith('=');
}

/**
 * Whether they are in runs of one line: what was deleted, a text box, an
 * alternative or an extension holds runs of its own, and Word may read other
 * ones of those than we do.
 */
function areBeside(one: Element, other: Element): boolean {
  const [run, otherRun] = [one.parentElement, other.parentElement];
  return (
    run?.localName === 'r' &&
    WORD.test(run.namespaceURI ?? '') &&
    run.parentElement === otherRun?.parentElement
  );
}
