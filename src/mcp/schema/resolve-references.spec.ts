import { ENGLISH } from '../../contract';
import { resolveReferences } from './resolve-references';

const resolve = (schema: Record<string, unknown>) =>
  resolveReferences(schema, ENGLISH);

it('puts what is named in its place, with what stands beside it', () => {
  expect(
    resolve({
      type: 'object',
      properties: {
        a: { $ref: '#/$defs/x~1y', description: 'its own' },
        b: { type: 'array', items: { $ref: '#/properties/a' } }
      },
      $defs: { 'x/y': { type: 'string', description: 'theirs' } }
    })
  ).toEqual({
    type: 'object',
    properties: {
      a: { type: 'string', description: 'its own' },
      b: { type: 'array', items: { type: 'string', description: 'its own' } }
    }
  });
});

it('leaves alone what only looks like a reference', () => {
  const schema = {
    properties: { $ref: { type: 'string' } },
    default: { $ref: '#/nowhere' },
    enum: [{ $ref: '#' }]
  };
  expect(resolve(schema)).toEqual(schema);
});

it.each([
  ['itself', { properties: { a: { $ref: '#' } } }],
  [
    'a circle of two',
    {
      $ref: '#/$defs/a',
      $defs: {
        a: { items: { $ref: '#/$defs/b' } },
        b: { items: { $ref: '#/$defs/a' } }
      }
    }
  ],
  ['a moving one', { $dynamicRef: '#x' }]
])('refuses %s', (_, schema) => {
  expect(() => resolve(schema)).toThrow(/in a circle/);
});

it.each(['#/$defs/none', 'https://example.org/x.json', '#anchor', '#/%zz'])(
  'refuses %s, which is not there',
  $ref => {
    expect(() => resolve({ properties: { a: { $ref } } })).toThrow(
      /which is not in them/
    );
  }
);
