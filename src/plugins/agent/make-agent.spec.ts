import { approver } from './make-agent';

const COOKIE = '6f79ad695cc645f7afbf1c38ba67a983';

it.each([
  [
    'is that of the server’s user',
    { username: 'ada', name: 'Ada', display_name: 'Ada Lovelace' },
    {},
    'Ada Lovelace'
  ],
  [
    'is none where the server made one up',
    { username: COOKIE, name: 'Anonymous Io', display_name: 'Anonymous Io' },
    {},
    null
  ],
  [
    'is none where a made-up one was changed to anything',
    { username: COOKIE, name: 'The Boss', display_name: 'The Boss' },
    { updatable_fields: ['name'] },
    null
  ],
  [
    'is none where the server only has a placeholder',
    { username: 'anonymous', name: 'Anonymous', display_name: 'Anonymous' },
    {},
    null
  ],
  ['is none where it has no users', null, null, null]
])('the name under a report %s', (_, identity, permissions, name) => {
  expect(
    approver({ identity, permissions } as unknown as Parameters<
      typeof approver
    >[0])
  ).toBe(name);
});
