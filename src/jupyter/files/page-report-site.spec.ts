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
      trans: ENGLISH
    }).download([
      { path: 'report_files/e1.png', mimeType: 'image/png', data: 'x' }
    ]);
    expect(clicked).toEqual(['e1.png blob:1']);
    expect(document.querySelector('a')).toBeNull();
    jest.restoreAllMocks();
  });

  it('are printed from a frame in which no script runs', async () => {
    const site = new PageReportSite({
      contents: {} as never,
      files: {} as never,
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
});
