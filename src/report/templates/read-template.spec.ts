import { BUILT_IN_TEMPLATES } from './built-in-templates';
import { fillTemplate, readTemplate, readPlaceholder } from './read-template';

describe('a template', () => {
  it.each(Object.entries(BUILT_IN_TEMPLATES))(
    'that is built in is whole: %s',
    (_, source) => {
      const template = readTemplate(source);
      expect(template.title).not.toBe('');
      expect(template.kind).not.toBe('general');
      expect(template.sections.length).toBeGreaterThan(2);
      expect(template.sections.every(({ answers }) => answers !== '')).toBe(
        true
      );
      expect(template.checklist.length).toBeGreaterThan(1);
      expect(template.body).toContain('{{sections}}');
    }
  );

  it('is Markdown with front matter: title, sections, checklist and parts', () => {
    expect(
      readTemplate(
        `---\n# ours\ntitle: "Sales: a report"\nlanguage: de\nsections:\n  - Summary\n  - title: Result\n    answers: 'It''s what was found'\n    required: false\nchecklist:\n- Units are named.\nparts:\n  - name: customer\n    label: Customer\n    type: text\n  - size: 3\n---\n# {{title}}\n\nFor {{customer}} on {{due?: date}}.\n\n{{sections}}\n`
      )
    ).toEqual({
      title: 'Sales: a report',
      kind: 'general',
      language: 'de',
      sections: [
        { title: 'Summary', answers: '', required: true },
        { title: 'Result', answers: "It's what was found", required: false }
      ],
      checklist: ['Units are named.'],
      parts: [
        {
          name: 'customer',
          label: 'Customer',
          type: 'text',
          required: true,
          choices: []
        },
        {
          name: 'due',
          label: 'due',
          type: 'date',
          required: false,
          choices: []
        }
      ],
      body: '# {{title}}\n\nFor {{customer}} on {{due?: date}}.\n\n{{sections}}'
    });
  });

  it('without front matter is its text, and without a text its sections', () => {
    expect(readTemplate('Dear {{name}}').parts[0].name).toBe('name');
    expect(readTemplate('---\ntitle: x\n---\n').body).toBe('{{sections}}');
  });

  it('may be written as YAML allows: lists in a line, folded texts, quotes', () => {
    expect(
      readTemplate(
        `---\ntitle: >-\n  Two\n  lines\nkind: !!js/function x\nsections: [A, {title: B, required: False}]\n---\nx`
      )
    ).toMatchObject({
      title: 'Two lines',
      kind: 'x',
      sections: [
        { title: 'A', required: true },
        { title: 'B', required: false }
      ]
    });
  });

  it.each([
    ['a colon without quotes', 'kind: x\ntitle: a: b', 3],
    ['quotes that do not end', 'title: "x', 2],
    ['an alias', 'title: &a x\nkind: *a', 3],
    ['a key twice', 'title: x\ntitle: y', 3]
  ])('is refused by its line where it holds %s', (_, front, line) => {
    expect(() => readTemplate(`---\n${front}\n---\nx`)).toThrow(
      `Line ${line} of the front matter is not understood.`
    );
  });

  it('cannot reach what all objects share', () => {
    readTemplate('---\n__proto__:\n  - polluted: yes\n---\n');
    readTemplate('---\nconstructor:\n  - prototype: x\n---\n');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('is filled, and what a person typed is text there', () => {
    const template = readTemplate(
      '# {{title}}\n\nFor {{customer}}, {{note?}}.\n\n{{sections}}\n\n{{ not a name! }}'
    );
    const markdown = fillTemplate(template, {
      title: 'A *b*',
      parts: { note: '[x](javascript:alert(1)) {{e1.value}} <b>' },
      sections: [{ title: 'Result', markdown: 'It is **so**.' }]
    });
    expect(markdown).toBe(
      '# A \\*b\\*\n\nFor , \\[x\\]\\(javascript\\:alert\\(1\\)\\) \\{\\{e1\\.value\\}\\} \\<b\\>.\n\n## Result\n\nIt is **so**.\n\n{{ not a name! }}'
    );
  });
});

describe('an optional blank that stays empty', () => {
  it.each([
    ['Version: {{version?}}', ''],
    ['{{date?}}', ''],
    ['For {{customer}}, {{version?}}.', 'For Ada, .'],
    ['Version: {{version}}, {{date?}}', 'Version: , '],
    ['Version: 1', 'Version: 1']
  ])('takes its line with it: %s', (line, left) => {
    expect(
      fillTemplate(readTemplate(`A\n\n${line}\n\n{{sections}}`), {
        title: 'T',
        parts: { customer: 'Ada' },
        sections: [{ title: 'B', markdown: 'C' }]
      })
    ).toBe(`A\n\n${left && `${left}\n`}\n## B\n\nC`);
  });
});

describe('a template that repeats itself', () => {
  const fill = (body: string, part: string) =>
    fillTemplate(readTemplate(body), {
      title: 'T',
      parts: { part },
      sections: [{ title: 'Result', markdown: 'It is so.' }]
    });

  it('has its sections once, where they are named first', () => {
    const markdown = fill('A\n\n{{sections}}\n\nB\n\n{{sections}}', '');
    expect(markdown.trim()).toBe('A\n\n## Result\n\nIt is so.\n\nB');
    expect(fill('{{sections}}\n'.repeat(100_000), '')).toMatch(
      /^## Result\n\nIt is so\.\n*$/
    );
  });

  it('has a part in each of its places, and is no flood of it', () => {
    expect(fill('{{part}}, {{part}}', 'x')).toBe('x, x');
    expect(
      fill('{{part}}'.repeat(10_000), 'x'.repeat(4000)).length
    ).toBeLessThanOrEqual(500_000);
  });
});

describe('a placeholder', () => {
  it.each([
    ['name', 'name', 'text', true],
    [' full name? ', 'full name', 'text', false],
    ['due: date', 'due', 'date', true],
    ['size?: choice(small|large)', 'size', 'choice', false],
    ['Größe', 'Größe', 'text', true]
  ])('%j names %j', (inner, name, type, required) => {
    expect(readPlaceholder(inner)).toMatchObject({ name, type, required });
  });

  it.each(['', '1x', 'a.b', 'e1.value', 'x: script', 'a|b', '#each x'])(
    '%j is none',
    inner => expect(readPlaceholder(inner)).toBeNull()
  );
});
