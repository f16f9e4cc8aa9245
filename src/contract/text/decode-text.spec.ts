import { decodeText } from './decode-text';

/** What it is, its encoding, its text, its bytes as base64. */
const ROWS: [string, string, string, string][] = [
  [
    'Korean table',
    'cp949',
    '지역,상품,매출금액\n서울,운동화,1200\n부산,가방,830\n대구,모자,410\n',
    'wfa/qiy788ewLLjFw+Kx3b7XCrytv+8sv+61v8itLDEyMDAKus676iywobnmLDgzMAq067G4LLjwwNosNDEwCg=='
  ],
  [
    'Korean prose',
    'cp949',
    '이 자료는 2024년 고객 이탈을 조사한 결과입니다. 자세한 내용은 아래와 같습니다.\n',
    'wMwgwNq34bTCIDIwMjSz4iCw7bC0IMDMxbvAuyDBtrvnx9EgsOGw+sDUtM+02S4gwNq8vMfRILO7v+vAuiC+xrehv80gsLC9wLTPtNkuCg=='
  ],
  [
    'Japanese table',
    'cp932',
    '氏名,年齢,部署\n山田太郎,34,営業部\nスズキ,28,開発部のひと\n',
    'joGWvCyUTpfuLJWUj5AKjlKTY5G+mFksMzQsiWOLxpWUCoNYg1mDTCwyOCyKSpStlZSCzILQgsYK'
  ],
  [
    'Japanese prose',
    'cp932',
    'このファイルには売上のデータが入っています。\n',
    'grGCzIN0g0CDQ4OLgsmCzZSEj+OCzINmgVuDXoKqk/yCwYLEgqKC3IK3gUIK'
  ],
  [
    'Chinese table',
    'gb18030',
    '姓名,年龄,城市\n王小明,34,北京市\n李雪琴,28,上海市\n',
    '0NXD+yzE6sHkLLPHytAKzfXQocP3LDM0LLGxvqnK0ArA7tGpx9ksMjgsyc+6o8rQCg=='
  ],
  [
    'Chinese prose',
    'gb18030',
    '这个文件里有我们公司去年的销售数据，请不要外传。\n',
    '1eK49s7EvP7A79PQztLDx7mry77IpcTqtcTP+srbyv2+3aOsx+uyu9KqzeK0q6GjCg=='
  ],
  [
    'German table',
    'cp1252',
    'Größe;Straße;Betrag\n12;Münchner Straße;3,50 §\n',
    'R3L232U7U3RyYd9lO0JldHJhZwoxMjtN/G5jaG5lciBTdHJh32U7Myw1MCCnCg=='
  ],
  [
    'French prose',
    'cp1252',
    'Les données ont été collectées pendant une année, près de Besançon.\n',
    'TGVzIGRvbm7pZXMgb250IOl06SBjb2xsZWN06WVzIHBlbmRhbnQgdW5lIGFubullLCBwcuhzIGRlIEJlc2Fu529uLgo='
  ],
  [
    'Russian table',
    'cp1251',
    'Имя,Город,Сумма\nАнна,Москва,120\nОлег,Казань,80\n',
    'yOz/LMPu8O7kLNHz7OzgCsDt7eAszO7x6uLgLDEyMArO6+XjLMrg5+Dt/Cw4MAo='
  ],
  [
    'with a mark',
    'utf-16',
    '이름,n\n가나,1\n',
    '//50x4S5LABuAAoAAKyYsCwAMQAKAA=='
  ],
  [
    'without a mark',
    'utf-16-le',
    'name;größe\nAnn;12\nBob;13\n',
    'bgBhAG0AZQA7AGcAcgD2AN8AZQAKAEEAbgBuADsAMQAyAAoAQgBvAGIAOwAxADMACgA='
  ],
  [
    'without a mark, the other way',
    'utf-16-be',
    'name;größe\nAnn;12\nBob;13\n',
    'AG4AYQBtAGUAOwBnAHIA9gDfAGUACgBBAG4AbgA7ADEAMgAKAEIAbwBiADsAMQAzAAo='
  ]
];

const bytesOf = (data: string): Uint8Array => Buffer.from(data, 'base64');

describe('the text of a file', () => {
  it.each(ROWS)(
    'is read, and its encoding named: %s, %s',
    (_name, encoding, text, data) => {
      expect(decodeText(bytesOf(data), false)).toEqual({
        text,
        encoding,
        certain: encoding === 'utf-16'
      });
    }
  );

  it.each(ROWS)(
    'is read where its bytes end in the middle of a character: %s, %s',
    (_name, encoding, text, data) => {
      const many = Buffer.concat(Array(20).fill(bytesOf(data)));
      for (const cut of [1, 2, 3]) {
        const head = decodeText(many.subarray(0, many.length - cut), true);
        expect(head?.encoding).toBe(encoding);
        expect(head?.text.startsWith(text)).toBe(true);
      }
    }
  );

  it.each([
    ['plain', 'a,b\n1,2\n'],
    ['UTF-8', 'größe,이름\n'],
    ['coloured by a terminal', '\x1b[31mred\x1b[0m\n']
  ])('needs no encoding named: %s', (_name, text) => {
    expect(decodeText(new TextEncoder().encode(text), false)).toEqual({
      text,
      encoding: '',
      certain: true
    });
  });

  it.each([
    ['a gzip', 'H4sIAAAAAAACA0vUSdIx1DHi4gIAK1vXBgkAAAA='],
    ['a pickle', 'gASVCgAAAAAAAABdlChLAUsCSwNlLg=='],
    ['a zip', 'UEsDBBQAAAAIAAAAIQCqu8zdZQAAAAA='],
    ['zeros', 'AAAAAAAAAAAAAAAA']
  ])('is none: %s', (_name, data) => {
    expect(decodeText(bytesOf(data), false)).toBeNull();
  });
});
