import {
  DocxTemplateError,
  LARGEST_UNPACKED
} from '../../templates/read-docx-template';
import { readZip } from '../../templates/read-zip';
import { writeZip } from './write-zip';

/** Where a part of the document names what lies outside of it. */
const RELATIONS = /(^|\/)_rels\/[^/]+\.rels$/;

/** A link, which a reader follows by a click or not. */
const LINK = /\/hyperlink$/;

/**
 * A person's Word document as it is, but that Word fetches nothing when it is
 * opened: templates, pictures and objects at addresses elsewhere are at none. It
 * is packed anew from the files that were counted when it was read, so that
 * nobody after us finds others in it.
 *
 * @throws DocxTemplateError
 */
export async function quietDocx(bytes: Uint8Array): Promise<Uint8Array> {
  const files = await readZip(bytes, () => true, LARGEST_UNPACKED);
  return writeZip(
    new Map(
      [...files].map(([name, data]) => [
        name,
        RELATIONS.test(name) ? withoutOutside(data) : data
      ])
    )
  );
}

function withoutOutside(data: Uint8Array): Uint8Array {
  const xml = new TextDecoder().decode(data);
  if (/<!DOCTYPE/i.test(xml)) {
    throw new DocxTemplateError('not-docx');
  }
  const parsed = new DOMParser().parseFromString(xml, 'application/xml');
  for (const each of parsed.querySelectorAll('[TargetMode]')) {
    if (
      each.getAttribute('TargetMode') !== 'Internal' &&
      !LINK.test(each.getAttribute('Type') ?? '')
    ) {
      each.setAttribute('Target', 'about:blank');
    }
  }
  return new TextEncoder().encode(
    new XMLSerializer().serializeToString(parsed)
  );
}
