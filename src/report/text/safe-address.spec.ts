import { safeAddress } from './safe-address';

describe('an address that a document links to', () => {
  it.each(['https://example.org/a?b=c#d', 'mailto:a@example.org'])(
    'may be %s',
    address => expect(safeAddress(address)).toBe(address)
  );

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' \u0001javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'vbscript:x',
    'blob:https://example.org/1',
    'https://user:secret@example.org/',
    '../../etc/passwd',
    '#e1',
    'https://',
    ''
  ])('is not %j', address => expect(safeAddress(address)).toBeNull());
});
