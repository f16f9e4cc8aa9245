import { ENGLISH } from '../../contract';
import { FakeContents } from '../stories/server-contents';
import { PageReportSite } from './page-report-site';

describe('files of a report', () => {
  it('are handed to the browser by their names, and let go', async () => {
    const contents = new FakeContents({});
    const clicked: string[] = [];
    URL.createObjectURL = () => 'blob:1';
    jest
      .spyOn(HTMLAnchorElement.prototype, 'click')
      .mockImplementation(function (this: HTMLAnchorElement) {
        clicked.push(`${this.download} ${this.href}`);
      });
    await new PageReportSite({
      contents: contents as never,
      files: {} as never,
      typesetter: () => null,
      trans: ENGLISH
    }).download([
      { path: 'report_files/e1.png', mimeType: 'image/png', data: 'x' }
    ]);
    expect(clicked).toEqual(['e1.png blob:1']);
    expect(document.querySelector('a')).toBeNull();
  });

  it('are printed from a frame in which no script runs', async () => {
    const site = new PageReportSite({
      contents: {} as never,
      files: {} as never,
      typesetter: () => null,
      trans: ENGLISH
    });
    const printing = site.print('<!doctype html><p>Report</p>');
    const frame = document.querySelector('iframe')!;
    expect(frame.getAttribute('sandbox')).toBe(
      'allow-same-origin allow-modals'
    );
    expect(frame.srcdoc).toContain('Report');
    frame.contentWindow!.print = jest.fn();
    frame.dispatchEvent(new Event('load'));
    await printing;
    expect(frame.contentWindow!.print).toHaveBeenCalledTimes(1);
    frame.remove();
  });

  it.each([
    ['nothing sets formulas', null],
    ['something else than MathJax does', { typeset: () => undefined }],
    [
      'MathJax fails',
      { mathDocument: () => Promise.reject(new Error('offline')) }
    ],
    [
      'MathJax does not understand it',
      {
        mathDocument: async () => ({
          convert: () => ({}),
          toMML: () => '<math><merror><mtext>no</mtext></merror></math>'
        })
      }
    ]
  ])('have a formula as text where %s', async (_, typesetter) => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const site = new PageReportSite({
      contents: {} as never,
      files: {} as never,
      typesetter: () => typesetter,
      trans: ENGLISH
    });
    expect(await site.toMathML('x', false)).toBeNull();
  });

  it('have a formula as MathJax reads it', async () => {
    const asked: unknown[] = [];
    const site = new PageReportSite({
      contents: {} as never,
      files: {} as never,
      typesetter: () => ({
        mathDocument: async () => ({
          convert: (...of: unknown[]) => asked.push(of) && 'root',
          toMML: (root: unknown) => `<math><mi>${String(root)}</mi></math>`
        })
      }),
      trans: ENGLISH
    });
    expect(await site.toMathML('x^2', true)).toBe('<math><mi>root</mi></math>');
    expect(asked).toEqual([['x^2', { display: true, end: 20 }]]);
  });
});
