import { ENGLISH } from '../../contract';
import { resolveReferences } from './json-schema';

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

describe('arguments as they are shown and checked', () => {
  it('hold no regular expression of the server’s at any depth, and tell it in words', () => {
    const text = { type: 'string', pattern: '^(a+)+$' };
    const pattern = { type: 'string', description: 'Pattern: ^(a+)+$' };
    expect(
      resolve({
        type: 'object',
        properties: {
          plain: { ...text, description: 'A name.' },
          deep: { type: 'array', items: { anyOf: [text, { type: 'null' }] } },
          pattern: { type: 'number' }
        },
        patternProperties: { '^(b+)+$': text },
        additionalProperties: false
      })
    ).toEqual({
      type: 'object',
      properties: {
        plain: { type: 'string', description: 'A name. Pattern: ^(a+)+$' },
        deep: { type: 'array', items: { anyOf: [pattern, { type: 'null' }] } },
        pattern: { type: 'number' }
      }
    });
  });

  const inner = { not: { pattern: '^(a+)+$' } };
  it.each([
    ...'additionalItems additionalProperties contains else if items not propertyNames then unevaluatedItems unevaluatedProperties'
      .split(' ')
      .map(key => [key, inner] as const),
    ...'allOf anyOf items oneOf prefixItems'
      .split(' ')
      .map(key => [key, [inner]] as const),
    ...'dependencies dependentSchemas properties'
      .split(' ')
      .map(key => [key, { a: { properties: { a: inner } } }] as const)
  ])('hold none in %s of %j', (key, schema) => {
    const offered = resolve({ [key]: schema });
    expect(JSON.stringify(offered)).not.toContain('"pattern"');
    expect(Object.keys(offered)).toEqual([key]);
  });

  it('tell no more of it than anybody reads', () => {
    const { description } = resolve({ pattern: 'x'.repeat(5000) });
    expect(String(description).length).toBeLessThan(150);
  });
});
