/** Kinds of tables that the demo was not tuned for. */
export const ODD_TABLES: Record<string, string> = {
  'semicolons, decimal commas and dates of the day first': [
    'Datum;Ort;Temperatur °C;Regen (mm)',
    ...Array.from(
      { length: 60 },
      (_, i) =>
        `${String((i % 28) + 1).padStart(2, '0')}.${String((i % 12) + 1).padStart(2, '0')}.2024;${['Bern', 'Köln', 'Graz'][i % 3]};${(i % 20) - 3},5;${i % 7},25`
    )
  ].join('\n'),
  'numbers only': [
    'x,y,z',
    ...Array.from(
      { length: 40 },
      (_, i) => `${i * 0.5},${i * 2 + (i % 3)},${(i * 7) % 11}`
    )
  ].join('\n'),
  'no numbers': [
    'name,answer,"why, in words"',
    ...Array.from(
      { length: 30 },
      (_, i) =>
        `Person ${i},${['yes', 'no', 'perhaps'][i % 3]},"reason ""${i}"", and more"`
    )
  ].join('\n'),
  'dates and one number': [
    'day,visits',
    ...Array.from(
      { length: 90 },
      (_, i) =>
        `2026-0${1 + Math.floor(i / 30)}-${String((i % 28) + 1).padStart(2, '0')},${100 + ((i * 37) % 50)}`
    )
  ].join('\n'),
  'one column of numbers': [
    'value',
    ...Array.from({ length: 25 }, (_, i) => `${i * i}`)
  ].join('\n'),
  'one column of words': [
    'word',
    ...Array.from({ length: 25 }, (_, i) => `word ${i % 20}`)
  ].join('\n'),
  'awkward names': [
    '"a ""quoted"" name",Größe in cm,price ($) per $,group [1]',
    ...Array.from(
      { length: 30 },
      (_, i) => `${i},${150 + i},${i * 1.5},${['α', 'β'][i % 2]}`
    )
  ].join('\n'),
  'many columns': [
    Array.from({ length: 40 }, (_, i) => `column_with_a_long_name_${i}`).join(
      ','
    ),
    ...Array.from({ length: 20 }, (_, r) =>
      Array.from({ length: 40 }, (_, i) => r * i + (r % 3)).join(',')
    )
  ].join('\n'),
  'an id, a flag and gaps': [
    'id,member,score,city',
    ...Array.from(
      { length: 50 },
      (_, i) =>
        `${1000 + i},${i % 2 === 0},${i % 5 === 0 ? '' : i * 3},${['A', 'B', 'C', ''][i % 4]}`
    )
  ].join('\n'),
  'one row': 'a,b,c\n1,2,x\n'
};
