import { DocxTemplateError } from '../../templates/read-docx-template';

/** Where a part of the document names what lies outside of it. */
const RELATIONS = /(^|\/)_rels\/[^/]*\.rels$/i;

/** A link, which a reader follows by a click or not. */
const LINK = /\/hyperlink$/;

/**
 * The files of a person's Word document as they are, but that Word fetches
 * nothing when it is opened: templates, pictures and objects at addresses
 * elsewhere are at none.
 *
 * @throws DocxTemplateError
 */
export function quietDocx(
  files: ReadonlyMap<string, Uint8Array>
): Map<string, Uint8Array> {
  return new Map(
    [...files].map(([name, data]) => [
      name,
      RELATIONS.test(name) ? withoutOutside(data) : data
    ])
  );
}

function withoutOutside(data: Uint8Array): Uint8Array {
  const xml = new TextDecoder().decode(data);
  if (/<!DOCTYPE/i.test(xml)) {
    throw new DocxTemplateError('not-docx');
  }
  const parsed = new DOMParser().parseFromString(xml, 'application/xml');
  if (parsed.documentElement.localName !== 'Relationships') {
    // Another encoding, which Word would read.
    throw new DocxTemplateError('not-docx');
  }
  const outside = [...parsed.querySelectorAll('[TargetMode]')].filter(
    each =>
      each.getAttribute('TargetMode') !== 'Internal' &&
      !LINK.test(each.getAttribute('Type') ?? '')
  );
  if (outside.length === 0) {
    return data;
  }
  outside.forEach(each => each.setAttribute('Target', 'about:blank'));
  return new TextEncoder().encode(
    new XMLSerializer().serializeToString(parsed)
  );
}
