/** Labels of JupyterLab's form that stand in front of a field of their own. */
const LABELS = [
  '.jp-FormGroup-content > .jp-FormGroup-compactTitle > .jp-FormGroup-fieldLabel',
  '.jp-FormGroup-content > h3.jp-FormGroup-fieldLabel'
].join(', ');

/**
 * Gives the fields of a form their names: JupyterLab's `FormComponent` writes
 * them beside the fields, where a screen reader does not find them.
 */
export function nameFields(form: HTMLElement): void {
  for (const label of form.querySelectorAll<HTMLElement>(LABELS)) {
    const field = label
      .closest('.jp-FormGroup-content')
      ?.querySelector('input, select, textarea');
    // Its words, and not where they stand: the label may be drawn anew, and the
    // field stays as it was.
    if (field && field.getAttribute('aria-labelledby') === null) {
      field.setAttribute('aria-label', label.textContent ?? '');
    }
  }
}
