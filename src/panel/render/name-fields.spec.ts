import { nameFields } from '../components/common/schema-form';

const formOf = (field: string): HTMLElement => {
  const form = document.createElement('div');
  form.innerHTML = `<div class="jp-FormGroup-content"><h3 class="jp-FormGroup-fieldLabel">env</h3>${field}</div>`;
  return form;
};

it('names a field by its label, whatever becomes of the label', () => {
  const form = formOf('<input id="f">');
  nameFields(form);
  form.querySelector('h3')?.remove();
  expect(form.querySelector('input')?.getAttribute('aria-label')).toBe('env');
});

it('leaves alone what has a name of its own', () => {
  const form = formOf('<input id="f" aria-labelledby="other">');
  nameFields(form);
  expect(form.querySelector('input')?.hasAttribute('aria-label')).toBe(false);
});
