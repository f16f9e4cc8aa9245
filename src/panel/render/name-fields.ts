/** Labels in JupyterLab's form that are next to a field of their own. */
const LABELS = [
  '.jp-FormGroup-content > .jp-FormGroup-compactTitle > .jp-FormGroup-fieldLabel',
  '.jp-FormGroup-content > h3.jp-FormGroup-fieldLabel'
].join(', ');

/**
 * Gives the fields of a form accessible names: JupyterLab's `FormComponent`
 * only writes the names beside the fields, where screen readers do not find
 * them.
 */
export function nameFields(form: HTMLElement): void {
  for (const label of form.querySelectorAll<HTMLElement>(LABELS)) {
    const field = label
      .closest('.jp-FormGroup-content')
      ?.querySelector('input, select, textarea');
    // Copies the text instead of referring to the label, which may be
    // re-created while the field stays.
    if (field && field.getAttribute('aria-labelledby') === null) {
      field.setAttribute('aria-label', label.textContent ?? '');
    }
  }
}
