import { safeSvg } from '../../evidence/safe-svg';
import { DocxTemplateError } from '../../templates/read-docx-template';
import { elementsIn } from './elements-in';
import { quietFields } from './quiet-fields';

/** Files in which a part of the document lists what it refers to. */
const RELATIONS = /^(.*\/)?_rels\/([^/]*)\.rels$/i;

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

/** What a picture could fetch or run, or hide such a thing with. */
const REACHES_OUT =
  /(href|src)\s*=\s*["']\s*(?!#|data:)|xml:base|url\(\s*["']?\s*(?!#)|@import|\\|<!|<\?xml-stylesheet|<script|foreignObject/i;

/** The relationships of one part that were changed. */
interface IQuieted {
  /** Ids that refer to nothing any more. */
  gone: Set<string>;
  /** Ids of links to elsewhere. */
  links: Set<string>;
}

/**
 * What the relationships of a document say. Names are in lower case, as they
 * are compared.
 */
interface IRelations {
  /** What was changed, by the name of the part. */
  quieted: Map<string, IQuieted>;
  /** Names of the parts that stay, but for those below. */
  retained: Set<string>;
  images: Set<string>;
  /** The person's own data: of any form, and Word shows none of it. */
  own: Set<string>;
  /** Parts that something refers to as what is left out. */
  dropped: Set<string>;
}

/**
 * The files of a person's Word document, changed so that Word fetches nothing
 * when it opens it: pictures at outside addresses lose their address, and
 * templates, objects, pages and other documents are taken out, with what refers
 * to them.
 *
 * @throws DocxTemplateError
 */
export function quietDocx(
  files: ReadonlyMap<string, Uint8Array>
): Map<string, Uint8Array> {
  const inert = new Map(files);
  const relations: IRelations = {
    quieted: new Map(),
    retained: new Set(),
    images: new Set(),
    own: new Set(),
    dropped: new Set()
  };
  for (const [name, data] of files) {
    const owner = ownerOf(name);
    if (owner) {
      inert.set(name, quietRelations(data, owner, relations));
    }
  }
  for (const [name, data] of files) {
    const part = quietFile(name, data, relations);
    if (!part) {
      inert.delete(name);
    } else if (part !== data) {
      inert.set(name, part);
    }
  }
  forgetDropped(inert, relations.dropped);
  return inert;
}

/** The part whose relationships are in this file; undefined if it holds none. */
function ownerOf(name: string): { folder: string; part: string } | undefined {
  const [, folder = '', file] = RELATIONS.exec(name) ?? [];
  return file === undefined
    ? undefined
    : { folder, part: `${folder}${file}`.toLowerCase() };
}

/** Reads the relationships of a part, and takes out or changes what reaches out. */
function quietRelations(
  data: Uint8Array,
  { folder, part }: { folder: string; part: string },
  relations: IRelations
): Uint8Array {
  const { retained, images, own, dropped } = relations;
  const parsed = parseXml(data);
  if (parsed.documentElement.localName !== 'Relationships') {
    throw new DocxTemplateError('not-docx');
  }
  const quieted: IQuieted = { gone: new Set(), links: new Set() };
  let isChanged = false;
  for (const each of elementsIn(parsed).filter(
    ({ localName }) => localName === 'Relationship'
  )) {
    const id = each.getAttribute('Id') ?? '';
    const type = (each.getAttribute('Type') ?? '').split('/').at(-1) ?? '';
    const target = each.getAttribute('Target') ?? '';
    const isOutside =
      (each.getAttribute('TargetMode') ?? 'Internal') !== 'Internal' ||
      ADDRESS.test(target);
    if (!PARTS.has(type)) {
      quieted.gone.add(id);
      if (!isOutside) {
        dropped.add(partName(folder, target));
      }
      each.remove();
      isChanged = true;
    } else if (isOutside && type !== LINK) {
      each.setAttribute('Target', 'about:blank');
      isChanged = true;
    } else if (isOutside) {
      quieted.links.add(id);
    } else {
      (type === 'image' ? images : type === 'customXml' ? own : retained).add(
        partName(folder, target)
      );
    }
  }
  relations.quieted.set(part, quieted);
  return isChanged ? writeXml(parsed) : data;
}

/** @returns null for a part that is left out. */
function quietFile(
  name: string,
  data: Uint8Array,
  { quieted, retained, images, own, dropped }: IRelations
): Uint8Array | null {
  const part = name.toLowerCase();
  const isKept = retained.has(part);
  if (dropped.has(part) && !isKept && !images.has(part) && !own.has(part)) {
    return null;
  }
  if (
    RELATIONS.test(name) ||
    !isXml(name, data) ||
    (own.has(part) && !isKept)
  ) {
    return data;
  }
  return images.has(part) && !isKept
    ? quietDrawing(data)
    : quietPart(data, quieted.get(part));
}

/** Takes out the relationships and the types of parts that are gone. */
function forgetDropped(
  inert: Map<string, Uint8Array>,
  dropped: ReadonlySet<string>
): void {
  const left = new Set([...inert.keys()].map(name => name.toLowerCase()));
  const isGone = (part: string): boolean =>
    dropped.has(part) && !left.has(part);
  for (const [name, data] of inert) {
    const owner = ownerOf(name);
    if (owner && isGone(owner.part)) {
      inert.delete(name);
    } else if (name === '[Content_Types].xml' && dropped.size > 0) {
      const parsed = parseXml(data);
      elementsIn(parsed)
        .filter(({ localName }) => localName === 'Override')
        .filter(each =>
          isGone((each.getAttribute('PartName') ?? '').slice(1).toLowerCase())
        )
        .forEach(each => each.remove());
      inert.set(name, writeXml(parsed));
    }
  }
}

/** A drawing without what it would fetch; Word draws it by itself. */
function quietDrawing(data: Uint8Array): Uint8Array {
  const source = new TextDecoder().decode(data);
  return REACHES_OUT.test(source)
    ? new TextEncoder().encode(
        safeSvg(source)?.text ?? '<svg xmlns="http://www.w3.org/2000/svg"/>'
      )
    : data;
}

function quietPart(data: Uint8Array, quieted?: IQuieted): Uint8Array {
  const parsed = parseXml(data);
  const root = parsed.documentElement;
  let isChanged = quietFields(parsed);
  for (const each of elementsIn(parsed)) {
    if (FETCHING.has(each.localName) && each !== root) {
      each.remove();
      isChanged = true;
      continue;
    }
    for (const attribute of [...each.attributes]) {
      const { namespaceURI, localName, value } = attribute;
      if (REFERRING.test(namespaceURI ?? '')) {
        if (quieted?.gone.has(value) && each !== root) {
          each.remove();
          isChanged = true;
        } else if (quieted?.links.has(value) && !LINKING.has(each.localName)) {
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

/** The name of the part that a relationship refers to, in lower case. */
function partName(folder: string, target: string): string {
  const { pathname } = new URL(target, `http://part/${folder}`);
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
  const [first, second, third] = data.subarray(
    data[0] === 0xef && data[1] === 0xbb && data[2] === 0xbf ? 3 : 0
  );
  const isUtf16 =
    (first === 0x3c && second === 0) ||
    (first === 0 && second === 0x3c) ||
    (first === 0xff && second === 0xfe && third === 0x3c) ||
    (first === 0xfe && second === 0xff && third === 0);
  return /\.xml$/i.test(name) || first === 0x3c || isUtf16;
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
