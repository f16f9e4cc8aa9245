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
    const name = `${field?.id ?? ''}-name`;
    // A label that was drawn anew has lost its id; the field keeps its name.
    if (
      field?.id &&
      [null, name].includes(field.getAttribute('aria-labelledby'))
    ) {
      label.id = name;
      field.setAttribute('aria-labelledby', name);
      field.setAttribute('aria-label', label.textContent?.trim() ?? '');
    }
  }
}
