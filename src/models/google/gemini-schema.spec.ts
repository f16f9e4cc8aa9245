import { toGeminiSchema } from './gemini-schema';

const point = { type: 'array', prefixItems: [{ type: 'number' }] };

describe('a schema for Gemini', () => {
  it.each<[string, object, object]>([
    [
      'a list of types becomes alternatives',
      { type: ['string', 'integer'], description: 'An id.' },
      {
        anyOf: [
          { type: 'string', description: 'An id.' },
          { type: 'integer', description: 'An id.' }
        ]
      }
    ],
    [
      'null among them becomes nullable',
      { type: ['string', 'null'] },
      { type: 'string', nullable: true }
    ],
    [
      'null in a choice too',
      { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      { type: 'integer', nullable: true }
    ],
    [
      'a constant becomes a choice of one',
      { oneOf: [{ const: 'a' }, { const: 'b' }] },
      {
        anyOf: [
          { type: 'string', enum: ['a'] },
          { type: 'string', enum: ['b'] }
        ]
      }
    ],
    [
      'a choice of numbers is said in words',
      { type: 'integer', enum: [1, 2], description: 'A level.' },
      { type: 'integer', description: 'A level. One of: 1, 2.' }
    ],
    [
      'an empty choice is left out',
      { type: 'string', enum: ['', 'a'] },
      { type: 'string', enum: ['a'] }
    ],
    [
      'a list without items has texts',
      { type: 'array' },
      { type: 'array', items: { type: 'string' } }
    ],
    [
      'a tuple has what its places have',
      point,
      { type: 'array', items: { type: 'number' } }
    ],
    [
      'a reference is written out, and all parts are one',
      {
        allOf: [
          { $ref: '#/$defs/place' },
          { properties: { z: { type: 'number' } }, required: ['z'] }
        ],
        $defs: {
          place: { properties: { x: { type: 'number' } }, required: ['x'] }
        }
      },
      {
        type: 'object',
        properties: { x: { type: 'number' }, z: { type: 'number' } },
        required: ['x', 'z']
      }
    ],
    [
      'keywords and required names that it does not know are left out',
      {
        type: 'object',
        properties: { a: { type: 'string', format: 'uri', examples: ['x'] } },
        required: ['a', 'gone'],
        additionalProperties: false,
        patternProperties: {}
      },
      {
        type: 'object',
        properties: { a: { type: 'string' } },
        required: ['a']
      }
    ],
    [
      'an object without properties has none',
      { type: 'object', properties: {} },
      { type: 'object' }
    ]
  ])('%s', (_, schema, expected) => {
    expect(toGeminiSchema(schema as Record<string, unknown>)).toEqual(expected);
  });

  it.each<[string, object]>([
    ['itself', { type: 'array', items: { $ref: '#' } }],
    ['what is not there', { $ref: '#/$defs/gone' }]
  ])('is none where it refers to %s', (_, schema) => {
    expect(() => toGeminiSchema(schema as Record<string, unknown>)).toThrow(
      'refers to'
    );
  });
});
