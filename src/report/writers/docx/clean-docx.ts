import { DocxTemplateError } from '../../templates/read-docx-template';

/** A link, which a reader follows only with a click. */
const LINK = 'hyperlink';

/** Elements that may refer to a link. */
const LINKING = new Set(['hyperlink', 'hlinkClick', 'hlinkHover']);

/**
 * What a document is made of, by the last word of a relationship's type. Left
 * out is what Word converts, runs or asks elsewhere for when it opens the
 * document: other documents and pages in it, templates, frames, data sources,
 * controls, add-ins, and objects, which can be links to somewhere else inside.
 */
const PARTS = new Set(
  (
    'officeDocument core-properties extended-properties custom-properties thumbnail ' +
    'styles stylesWithEffects numbering settings webSettings fontTable font theme themeOverride ' +
    'header footer footnotes endnotes comments commentsExtended commentsIds commentsExtensible people ' +
    'glossaryDocument customXml customXmlProps classificationlabels image hdphoto model3d package ' +
    'chart chartEx chartStyle chartColorStyle chartUserShapes ' +
    'diagramData diagramLayout diagramQuickStyle diagramColors diagramDrawing ' +
    LINK
  ).split(' ')
);

/** Elements that bring in something from elsewhere, whatever they refer to. */
const FETCHING = new Set([
  'altChunk',
  'subDoc',
  'attachedTemplate',
  'mailMerge',
  'frameset',
  'saveThroughXslt',
  'schemaLibrary',
  'control',
  'OLEObject'
]);

/** The namespaces of attributes that refer to a relationship. */
const REFERRING =
  /^http:\/\/(schemas\.openxmlformats\.org\/officeDocument\/2006|purl\.oclc\.org\/ooxml\/officeDocument)\/relationships$/;

/** Pictures of the older drawings, which can name an address themselves. */
const VML = 'urn:schemas-microsoft-com:vml';
const VML_PICTURES = new Set(['imagedata', 'image', 'fill', 'stroke']);
const VML_ADDRESSES = new Set(['src', 'href', 'althref']);

/** An address, where the name of a part is expected. */
const ADDRESS = /^\s*([a-z][a-z0-9+.-]*:|\/\/|\\)/i;

const TYPES = '[Content_Types].xml';

/** What a picture could fetch or run, or hide such a thing with. */
const REACHES_OUT =
  /(href|src)\s*=\s*["']\s*(?!#|data:)|xml:base|url\(\s*["']?\s*(?!#)|@import|\\|<!|<\?xml-stylesheet|<script|foreignObject|[^\t\n\r -\uffff]/i;

/** A part that a relationship leads to, in lower case, as they are compared. */
interface IPart {
  /** Not only a picture or the person's own data, which are of any form. */
  isText: boolean;
  /** Ids of its own relationships that refer to nothing any more. */
  gone: Set<string>;
  /** Ids of its links to elsewhere. */
  links: Set<string>;
}

/**
 * The files of a person's Word document, changed so that Word fetches nothing
 * when it opens it. Only those stay to which a known relationship leads:
 * templates, objects, pages and other documents are left out, with what refers
 * to them, and pictures at outside addresses lose their address.
 *
 * @throws DocxTemplateError
 */
export function cleanDocx(
  files: ReadonlyMap<string, Uint8Array>
): Map<string, Uint8Array> {
  const names = new Map(
    [...files.keys()].map(name => [name.toLowerCase(), name])
  );
  const clean = new Map<string, Uint8Array>();
  const read = (part: string): Uint8Array | undefined =>
    files.get(names.get(part) ?? '');
  const change = (part: string, by: (data: Uint8Array) => Uint8Array): void => {
    const data = read(part);
    if (data) {
      clean.set(names.get(part) ?? '', by(data));
    }
  };
  // Word draws it by itself; without it, it shows the picture that goes with it.
  const isUnsafe = (type: string, part: string): boolean => {
    const data = type === 'image' ? read(part) : undefined;
    return (
      data !== undefined &&
      isXml(part, data) &&
      REACHES_OUT.test(new TextDecoder().decode(data))
    );
  };
  // The package itself has no name. Parts that are reached are added meanwhile.
  const parts = new Map([['', newPart()]]);
  for (const [name, part] of parts) {
    change(relationsOf(name), data =>
      cleanRelations(data, part, (type, target) => {
        const to = partName(name, target);
        if (!PARTS.has(type) || isUnsafe(type, to)) {
          return false;
        }
        const reached = parts.get(to) ?? newPart();
        parts.set(to, reached);
        reached.isText ||= type !== 'image' && type !== 'customXml';
        return true;
      })
    );
  }
  for (const [name, part] of parts) {
    change(name, data => cleanPart(data, name, part));
  }
  change(TYPES.toLowerCase(), data => cleanTypes(data, parts));
  if (!clean.has(TYPES) || !clean.has('word/document.xml')) {
    throw new DocxTemplateError('not-docx');
  }
  return new Map(
    [...files.keys()].flatMap(name => {
      const data = clean.get(name);
      return data ? [[name, data] as const] : [];
    })
  );
}

function newPart(): IPart {
  return { isText: false, gone: new Set(), links: new Set() };
}

/** The name of the file in which a part lists what it refers to. */
function relationsOf(part: string): string {
  const at = part.lastIndexOf('/') + 1;
  return `${part.slice(0, at)}_rels/${part.slice(at)}.rels`;
}

/**
 * Takes out or changes what reaches out.
 *
 * @param follow is given the parts that it leads to, and says whether they may
 * stay.
 */
function cleanRelations(
  data: Uint8Array,
  { gone, links }: IPart,
  follow: (type: string, target: string) => boolean
): Uint8Array {
  const parsed = parseXml(data);
  if (parsed.documentElement.localName !== 'Relationships') {
    throw new DocxTemplateError('not-docx');
  }
  let isChanged = false;
  for (const each of parsed.querySelectorAll('Relationship')) {
    const id = each.getAttribute('Id') ?? '';
    const type = (each.getAttribute('Type') ?? '').split('/').at(-1) ?? '';
    const target = each.getAttribute('Target') ?? '';
    const isOutside =
      (each.getAttribute('TargetMode') ?? 'Internal') !== 'Internal' ||
      ADDRESS.test(target);
    if (isOutside ? !PARTS.has(type) : !follow(type, target)) {
      gone.add(id);
      each.remove();
      isChanged = true;
    } else if (isOutside && type === LINK) {
      links.add(id);
    } else if (isOutside) {
      each.setAttribute('Target', 'about:blank');
      isChanged = true;
    }
  }
  return isChanged ? writeXml(parsed) : data;
}

function cleanTypes(
  data: Uint8Array,
  parts: ReadonlyMap<string, IPart>
): Uint8Array {
  const parsed = parseXml(data);
  const gone = [...parsed.querySelectorAll('*')].filter(
    each =>
      each.localName === 'Override' &&
      !parts.has((each.getAttribute('PartName') ?? '').slice(1).toLowerCase())
  );
  gone.forEach(each => each.remove());
  return gone.length > 0 ? writeXml(parsed) : data;
}

function cleanPart(
  data: Uint8Array,
  name: string,
  { isText, gone, links }: IPart
): Uint8Array {
  if (!isText || !isXml(name, data)) {
    return data;
  }
  const parsed = parseXml(data);
  const root = parsed.documentElement;
  let isChanged = cleanFields(parsed);
  for (const each of parsed.querySelectorAll('*')) {
    if (FETCHING.has(each.localName) && each !== root) {
      each.remove();
      isChanged = true;
      continue;
    }
    for (const attribute of [...each.attributes]) {
      const { namespaceURI, localName, value } = attribute;
      if (REFERRING.test(namespaceURI ?? '')) {
        if (gone.has(value) && each !== root) {
          // An extension that is empty is no valid one.
          (each.parentElement?.localName === 'ext'
            ? each.parentElement
            : each
          ).remove();
          isChanged = true;
        } else if (links.has(value) && !LINKING.has(each.localName)) {
          each.removeAttributeNode(attribute);
          isChanged = true;
        }
      } else if (
        each.namespaceURI === VML &&
        VML_PICTURES.has(each.localName) &&
        VML_ADDRESSES.has(localName)
      ) {
        each.removeAttributeNode(attribute);
        isChanged = true;
      }
    }
  }
  return isChanged ? writeXml(parsed) : data;
}

/** The name of the part that a relationship of another refers to. */
function partName(of: string, target: string): string {
  const { pathname } = new URL(target, `http://part/${of}`);
  let name = pathname.slice(1);
  try {
    name = decodeURIComponent(name);
  } catch {
    // It is no escape, so it stands for itself.
  }
  return name.toLowerCase();
}

/** Whether Word would read it as XML, whatever its name is. */
function isXml(name: string, data: Uint8Array): boolean {
  const head = new TextDecoder('latin1').decode(data.subarray(0, 4));
  return /\.xml$/i.test(name) || /^(ï»¿|ÿþ|þÿ)?\0?</.test(head);
}

/** @throws DocxTemplateError */
export function parseXml(data: Uint8Array): Document {
  const xml = new TextDecoder().decode(data);
  const [, encoding = 'utf-8'] =
    /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)/i.exec(xml) ?? [];
  if (
    /<!DOCTYPE/i.test(xml) ||
    // Word would read something else in it.
    !/^(utf-8|us-ascii)$/i.test(encoding)
  ) {
    throw new DocxTemplateError('not-docx');
  }
  const parsed = new DOMParser().parseFromString(xml, 'application/xml');
  if (parsed.getElementsByTagName('parsererror').length > 0) {
    throw new DocxTemplateError('not-docx');
  }
  return parsed;
}

export function writeXml(parsed: Document): Uint8Array {
  return new TextEncoder().encode(
    new XMLSerializer().serializeToString(parsed)
  );
}

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
function cleanFields(parsed: Document): boolean {
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
