import { Sanitizer } from '@jupyterlab/apputils';

/**
 * Text of a model or a kernel must not contain buttons that run JupyterLab's
 * commands, as the person's own notebook may.
 */
export function quietSanitizer(): Sanitizer {
  const sanitizer = new Sanitizer();
  if ('setAllowCommandLinker' in sanitizer) {
    sanitizer.setAllowCommandLinker(false);
    return sanitizer;
  }
  // JupyterLab below 4.5 has no such switch.
  const old: Sanitizer = sanitizer;
  const sanitize = old.sanitize.bind(old);
  old.sanitize = (dirty, options) => withoutCommands(sanitize(dirty, options));
  return old;
}

function withoutCommands(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll('*')) {
    for (const { name } of [...element.attributes]) {
      if (name.startsWith('data-commandlinker')) {
        element.removeAttribute(name);
      }
    }
  }
  return body.innerHTML;
}
