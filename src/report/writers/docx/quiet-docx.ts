import { DocxTemplateError } from '../../templates/read-docx-template';

/** Files in which a part of the document lists addresses outside of it. */
const RELATIONS = /(^|\/)_rels\/[^/]*\.rels$/i;

/** A link, which a reader follows only with a click. */
const LINK = /\/hyperlink$/;

/**
 * The files of a person's Word document, changed so that Word fetches nothing
 * when it opens it: templates, pictures and objects at outside addresses lose
 * their address.
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
    // A different encoding, which Word would read but we cannot.
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
