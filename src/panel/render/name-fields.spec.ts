import { nameFields } from './name-fields';

const label = (text: string): string =>
  `<h3 class="jp-FormGroup-fieldLabel">${text}</h3>`;

it('names a field by its label, again where the label was drawn anew', () => {
  const form = document.createElement('div');
  form.innerHTML = `<div class="jp-FormGroup-content">${label('env')}<input id="f"></div>`;
  document.body.append(form);
  const name = (): string | null | undefined =>
    document.getElementById(
      form.querySelector('input')?.getAttribute('aria-labelledby') ?? ''
    )?.textContent;
  nameFields(form);
  expect(name()).toBe('env');
  form.querySelector('h3')!.outerHTML = label('env');
  expect(name()).toBeUndefined();
  nameFields(form);
  expect(name()).toBe('env');
  form.remove();
});

it('leaves alone what has a name of its own', () => {
  const form = document.createElement('div');
  form.innerHTML = `<div class="jp-FormGroup-content">${label('env')}<input id="f" aria-labelledby="other"></div>`;
  nameFields(form);
  expect(form.querySelector('input')?.getAttribute('aria-labelledby')).toBe(
    'other'
  );
});
