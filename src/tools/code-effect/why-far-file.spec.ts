import { FakeGrammars } from '../../testing/fake-grammars';
import { toolContext } from '../stories/tool-context';
import { whyFarFile } from './why-far-file';

const asks = (path: string, text: string): boolean =>
  whyFarFile(path, text, {
    ...toolContext(),
    grammars: new FakeGrammars()
  }) !== null;

describe('a file of code', () => {
  it.each([
    ['helper.py', "# coding: utf-7\nimport +AG8-s\n+AG8-s.r+AGU-move('a')"],
    ['helper.py', '# -*- coding: unicode_escape -*-\n# \\x0aimport os'],
    ['helper.py', '#!/usr/bin/python\r\n# coding=raw_unicode_escape\r\nx = 1'],
    ['helper.py', '\n# vim: set fileencoding=utf-7 :\n# +AAo-import os+AAo-'],
    ['helper.pyw', '\f# coding: rot13\nvzcbeg bf'],
    ['helper.pyx', '# coding:punycode'],
    ['helper.ipy', '# coding: utf_16\nx = 1']
  ])('asks if Python reads other text than it shows: %s, %j', (path, text) => {
    expect(asks(path, text)).toBe(true);
  });

  it.each([
    ['helper.py', '# -*- coding: utf-8 -*-\nx = 1'],
    ['helper.py', '#!/usr/bin/env python\n# -*- coding: UTF_8 -*-\nx = 1'],
    ['helper.py', '# coding: utf8\nx = 1'],
    ['helper.py', '# vim: set fileencoding=utf-8-sig :\nx = 1'],
    ['helper.py', '# coding: latin-1\nx = 1'],
    ['helper.py', '# coding: iso-8859-1\nx = 1'],
    ['helper.py', '# coding: us-ascii\nx = 1'],
    ['helper.py', '# coding: cp1252\nx = 1'],
    ['helper.py', '# The encoding is UTF-8, see below\nx = 1'],
    ['helper.py', 'x = 1\ny = 2\n# coding: utf-7'],
    ['helper.py', "encoding = 'coding: utf-7'"],
    ['helper.R', '# coding: utf-7\nx <- 1'],
    ['notes.txt', '# coding: utf-7']
  ])('asks for no other comment: %s, %j', (path, text) => {
    expect(asks(path, text)).toBe(false);
  });

  it('asks if its code reaches out', () => {
    expect(asks('helper.py', "import os\nos.remove('a')")).toBe(true);
    expect(asks('helper.txt', "import os\nos.remove('a')")).toBe(false);
  });
});
