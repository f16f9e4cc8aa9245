import { HOSTILE_HOST, PAYLOADS } from '../stories/hostile-payloads';
import { REFERENCE, REFERRED, reportBody } from './report-body';

const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=';

function drawn(html: string): HTMLElement {
  const host = document.createElement('div');
  host.append(reportBody(html));
  return host;
}

/** Everything in it that is more than text, pictures and external links. */
function dangers(host: HTMLElement): string[] {
  const found = Array.from(
    host.querySelectorAll(
      'script,style,link,meta,base,iframe,object,embed,form,input,select,textarea,svg,' +
        'video,audio,template,[id],[style],[class*="jp-Cellwright-button"]'
    ),
    element => element.outerHTML
  );
  for (const element of host.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (
        /^on|commandlinker|srcset|srcdoc|ping|formaction/i.test(name) ||
        (name === 'src' && !/^data:image\/(png|jpeg|gif)/.test(value)) ||
        (name === 'href' && !/^(https?:|mailto:)/i.test(value)) ||
        (name === 'href' && element.getAttribute('target') !== '_blank')
      ) {
        found.push(`${element.localName} ${name}=${value}`);
      }
    }
  }
  return found;
}

describe('the body of a report', () => {
  it('would be seen by this spec if something got through', () => {
    const host = document.createElement('div');
    host.innerHTML = '<a href="javascript:1" id="x">x</a><style></style>';
    expect(dangers(host).length).toBeGreaterThanOrEqual(3);
  });

  it.each(PAYLOADS)('is words and nothing else with $name', ({ text }) => {
    const host = drawn(
      `<main>${text}<p>${text}</p><td>${text}</td><a href="${text}">x</a></main>`
    );
    document.body.append(host);
    try {
      expect(dangers(host)).toEqual([]);
      expect(window).not.toHaveProperty('attacked');
      expect(host.querySelectorAll(`img[src*="${HOSTILE_HOST}"]`)).toHaveLength(
        0
      );
    } finally {
      host.remove();
    }
  });

  it('keeps what a report is made of', () => {
    const host = drawn(
      '<main><h1 dir="auto">Titel</h1><p>a <strong>b</strong>' +
        '<sup><a href="#e3" title="x">[1]</a></sup></p>' +
        '<mark class="untraced" title="none">9999</mark>' +
        `<figure><img src="${PNG}" width="1" height="1" alt="A plot"></figure>` +
        '<table><thead><tr><th scope="col" class="number">n</th></tr></thead></table>' +
        '<math xmlns="http://www.w3.org/1998/Math/MathML"><mi onclick="1">x</mi></math></main>' +
        '<details><summary id="e3">[1] What e3 shows</summary>x</details>'
    );
    expect(host.querySelector('h1')?.getAttribute('dir')).toBe('auto');
    expect(host.querySelector('img')?.alt).toBe('A plot');
    expect(host.querySelector('mark')?.className).toBe('jp-mod-untraced');
    expect(host.querySelector('th')?.className).toBe('jp-mod-number');
    expect(host.querySelector('math mi')?.textContent).toBe('x');
    expect(host.querySelector(`[${REFERENCE}]`)?.getAttribute(REFERENCE)).toBe(
      'e3'
    );
    expect(host.querySelector(`[${REFERRED}]`)?.getAttribute(REFERRED)).toBe(
      'e3'
    );
    expect(dangers(host)).toEqual([]);
  });

  it('knows a reference by either of its addresses', () => {
    expect(
      Array.from(
        drawn(
          '<a href="#e3">1</a><a href="#evidence-e4">2</a><a href="#elsewhere">3</a>'
        ).querySelectorAll(`[${REFERENCE}]`),
        each => each.getAttribute(REFERENCE)
      )
    ).toEqual(['e3', 'e4']);
  });

  it('shows the words for a picture that is none of ours', () => {
    const host = drawn(
      `<img src="https://${HOSTILE_HOST}/a.png" alt="A plot"><img src="data:image/png;base64,PHNjcmlwdD4=" alt="Another">`
    );
    expect(host.querySelectorAll('img')).toHaveLength(0);
    expect(host.textContent).toBe('A plotAnother');
  });
});
