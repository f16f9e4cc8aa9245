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
  [
    'itself',
    { properties: { a: { $ref: '#' }, b: { type: 'string' } } },
    {
      properties: {
        a: { properties: { a: {}, b: { type: 'string' } } },
        b: { type: 'string' }
      }
    }
  ],
  [
    'a name in it',
    {
      $ref: '#/$defs/a',
      $defs: { a: { type: 'object', properties: { a: { $ref: '#/$defs/a' } } } }
    },
    {
      type: 'object',
      properties: {
        a: { type: 'object', properties: { a: { type: 'object' } } }
      }
    }
  ],
  ['a place that moves', { items: { $dynamicRef: '#x' } }, { items: {} }]
])(
  'writes a schema that refers to %s out to its second level',
  (_, schema, resolved) => {
    expect(resolve(schema)).toEqual(resolved);
  }
);

it('writes less out where two levels would be too large', () => {
  const names = Array.from({ length: 12 }, (_, at) => `d${at}`);
  const $defs = Object.fromEntries(
    names.map(name => [
      name,
      { anyOf: names.slice(0, 6).map(other => ({ $ref: `#/$defs/${other}` })) }
    ])
  );
  expect(() => resolve({ $defs, items: { $ref: '#/$defs/d0' } })).toThrow(
    'its arguments are too large'
  );
  const tree = {
    $defs: {
      node: {
        type: 'object',
        properties: Object.fromEntries(
          Array.from({ length: 45 }, (_, at) => [
            `p${at}`,
            { $ref: '#/$defs/node' }
          ])
        )
      }
    },
    $ref: '#/$defs/node'
  };
  expect(resolve(tree)).toMatchObject({
    properties: { p0: { type: 'object' } }
  });
});

it('drops the dialect and the address of a schema', () => {
  expect(
    resolve({
      $schema: 'https://example.org/dialect',
      $id: 'x',
      type: 'object'
    })
  ).toEqual({ type: 'object' });
});

it.each(['#/$defs/none', 'https://example.org/x.json', '#anchor', '#/%zz'])(
  'refuses %s, which is not there',
  $ref => {
    expect(() => resolve({ properties: { a: { $ref } } })).toThrow(
      /which is not in them/
    );
  }
);
