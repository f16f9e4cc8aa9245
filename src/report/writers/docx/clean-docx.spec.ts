import { cleanDocx } from './clean-docx';

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const EVIL = 'https://evil.example/?opened';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const relations = (inside: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`;

const relation = (type: string, target: string, more = '') =>
  `<Relationship Id="r1" Type="${R}/${type}" Target="${target}" ${more}/>`;

const body = (inside: string) =>
  `<w:document xmlns:w="${W}" xmlns:r="${R}" xmlns:a="urn:a" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><w:body><w:p>${inside}</w:p></w:body></w:document>`;

function inert(files: Record<string, string>): Record<string, string> {
  const created = cleanDocx(
    new Map(
      Object.entries({
        '[Content_Types].xml':
          '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/chunk.htm" ContentType="text/html"/></Types>',
        '_rels/.rels': relations(
          relation('officeDocument', 'word/document.xml').replace('r1', 'r0')
        ),
        ...files
      }).map(([name, text]) => [name, bytes(text)])
    )
  );
  return Object.fromEntries(
    [...created].map(([name, data]) => [name, new TextDecoder().decode(data)])
  );
}

const withPart = (
  element: string,
  type: string,
  target: string,
  more: Record<string, string> = {}
) =>
  inert({
    'word/document.xml': body(element),
    'word/_rels/document.xml.rels': relations(relation(type, target)),
    ...more
  });

describe('what Word would convert or ask for when it opens a document', () => {
  it('a page of HTML inside is taken out, with all that speaks of it', () => {
    const created = withPart(
      '<w:altChunk r:id="r1"/>',
      'aFChunk',
      'chunk.htm',
      {
        'word/chunk.htm': `<html><body><img src="${EVIL}"></body></html>`,
        'word/_rels/chunk.htm.rels': relations('')
      }
    );
    expect(Object.keys(created).sort()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'word/_rels/document.xml.rels',
      'word/document.xml'
    ]);
    expect(JSON.stringify(created)).not.toMatch(/altChunk|aFChunk|chunk|evil/);
  });

  it.each([
    ['subDocument', '<w:subDoc r:id="r1"/>'],
    ['oleObject', '<w:object><o:OLEObject Type="Link" r:id="r1"/></w:object>'],
    ['control', '<w:object><w:control r:id="r1"/></w:object>'],
    ['frame', '<w:frameset><w:sourceFileName r:id="r1"/></w:frameset>'],
    ['attachedTemplate', '<w:attachedTemplate r:id="r1"/>'],
    [
      'mailMergeSource',
      `<w:mailMerge><w:connectString w:val="${EVIL}"/><w:dataSource r:id="r1"/></w:mailMerge>`
    ],
    ['transform', '<w:saveThroughXslt r:id="r1"/>'],
    ['somethingNew', '<w:somethingNew r:id="r1"/>']
  ])('so is %s, inside or elsewhere', (type, element) => {
    for (const created of [
      withPart(element, type, 'thing.bin', { 'word/thing.bin': 'evil' }),
      inert({
        'word/document.xml': body(element),
        'word/_rels/document.xml.rels': relations(
          relation(type, EVIL, 'TargetMode="External"')
        )
      })
    ]) {
      expect(JSON.stringify(created)).not.toMatch(/evil|r1/);
      expect(created['word/document.xml']).toMatch(/<w:p\/?>/);
    }
  });

  it('a link is no picture', () => {
    const created = inert({
      'word/document.xml': body(
        '<w:hyperlink r:id="r1"/><a:blip r:link="r1"/>'
      ),
      'word/_rels/document.xml.rels': relations(
        relation('hyperlink', 'https://good.example', 'TargetMode="External"')
      )
    });
    expect(created['word/document.xml']).toContain('<w:hyperlink r:id="r1"/>');
    expect(created['word/document.xml']).toContain('<a:blip/>');
    expect(JSON.stringify(created)).toContain('https://good.example');
  });

  it('a picture names no address, in an old drawing or a new one', () => {
    const created = inert({
      'word/document.xml': body(
        `<v:imagedata src="${EVIL}" o:href="${EVIL}"/><a:blip r:embed="r2"><a:extLst><a:ext uri="{96DAC541}"><a:svgBlip r:embed="r1"/></a:ext></a:extLst></a:blip>`
      ),
      'word/_rels/document.xml.rels': relations(
        relation('image', 'media/a.svg') +
          relation('image', 'media/a.png').replace('r1', 'r2')
      ),
      'word/media/a.png': 'what Word shows without the drawing',
      'word/media/a.svg': `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="${EVIL}"/><rect width="1"/></svg>`
    });
    expect(JSON.stringify(created)).not.toMatch(/evil|a\.svg/);
    expect(created['word/document.xml']).toContain(
      '<a:blip r:embed="r2"><a:extLst/></a:blip>'
    );
    expect(created).toHaveProperty(['word/media/a.png']);
  });

  it('a part that nothing refers to is left out', () => {
    expect(
      inert({ 'word/document.xml': body(''), 'word/vbaProject.bin': 'evil' })
    ).not.toHaveProperty(['word/vbaProject.bin']);
  });

  it('an address that says it is inside is outside', () => {
    const created = withPart('<a:blip r:embed="r1"/>', 'image', EVIL);
    expect(JSON.stringify(created)).not.toContain('evil');
  });

  it('a part in an encoding that only Word reads is refused', () => {
    for (const encoding of ['utf-7', 'utf-16']) {
      expect(() =>
        inert({
          'word/document.xml': `<?xml version="1.0" encoding="${encoding}"?>${body('')}`
        })
      ).toThrow('not a Word document');
    }
  });
});

it('all else stays as it was, to the byte', () => {
  const files = {
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${body('<w:r><w:t>x</w:t></w:r><a:blip r:embed="r1"/>')}`,
    'word/_rels/document.xml.rels': relations(
      relation('image', 'media/a.svg') +
        `<Relationship Id="r2" Type="${R}/customXml" Target="../customXml/item1.xml"/>`
    ),
    'word/media/a.svg':
      '<svg xmlns="http://www.w3.org/2000/svg"><a/><rect fill="url(#a)"/></svg>',
    'customXml/item1.xml': '<!DOCTYPE x><x>of any form'
  };
  expect(inert(files)).toMatchObject(files);
});

describe('a field', () => {
  const text = (instruction: string) =>
    `<w:r><w:instrText>${instruction}</w:instrText></w:r>`;
  const mark = (type: string) =>
    `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const field = (instruction: string) =>
    `${mark('begin')}${instruction}${mark('separate')}<w:r><w:t>shown</w:t></w:r>${mark('end')}`;
  const after = (inside: string): string =>
    inert({ 'word/document.xml': body(inside) })['word/document.xml'];

  it.each([
    'INCLUDEPICTURE',
    'includetext',
    'INCLUDE',
    'IMPORT',
    'LINK Word.Document.8',
    'DDE',
    'DDEAUTO',
    'DATABASE \\c',
    'RD',
    'SOMETHINGNEW'
  ])('%s is only what it showed last', name => {
    for (const created of [
      after(field(text(` ${name} "${EVIL}" `))),
      after(field(text(name.slice(0, 3)) + text(`${name.slice(3)} ${EVIL}`))),
      after(
        `<w:fldSimple w:instr="${name} ${EVIL}"><w:r><w:t>shown</w:t></w:r></w:fldSimple>`
      )
    ]) {
      expect(created).toContain('<w:t>shown</w:t>');
      expect(created).not.toMatch(/evil|fldChar|instr/);
    }
  });

  const fetching = text(`INCLUDEPICTURE ${EVIL}`);
  it.each([
    ['another field', field(`${text('IF 1 = 1 ')}${field(fetching)}`)],
    ['another result', field(`${text('PAGE')}${mark('separate')}${fetching}`)],
    [
      'an alternative',
      field(
        `<mc:AlternateContent><mc:Choice Requires="x">${text('PAGE ')}</mc:Choice><mc:Fallback>${fetching}</mc:Fallback></mc:AlternateContent>`
      )
    ],
    ['a deleted text', field(`<w:del>${text('PAGE ')}</w:del>${fetching}`)],
    [
      'a text box',
      field(
        `<w:r><w:pict><w:txbxContent><w:p>${text('PAGE ')}</w:p></w:txbxContent></w:pict></w:r>${fetching}`
      )
    ],
    ['no end', `${mark('begin')}${fetching}`]
  ])('is found in %s', (_, inside) => {
    expect(after(inside)).not.toContain('evil');
  });

  it('that another one could name, or plain text, is none', () => {
    for (const inside of [
      field(`${field(text('QUOTE INCLUDEPICTURE'))}${text(' PAGE x')}`),
      field(`<w:r><w:t>INCLUDEPICTURE </w:t></w:r>${text('PAGE x')}`)
    ]) {
      expect(after(inside)).not.toContain('PAGE x');
    }
  });

  it.each([
    ['PAGE', field(text(' PAGE  \\* MERGEFORMAT '))],
    ['TOC', field(text(' TOC \\o &quot;1-3&quot; \\h '))],
    ['a link', field(text('HYPERLINK &quot;https://good.example&quot;'))],
    ['a sum', field(text('=SUM(ABOVE)'))],
    [
      'a condition',
      field(`${text('IF ')}${field(text('PAGE'))}${text(' = 1')}`)
    ]
  ])('%s stays as it is', (_, inside) => {
    expect(after(inside)).toBe(body(inside));
  });
});
