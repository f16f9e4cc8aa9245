/** Whether an XML document may define entities, which can make it any size. */
export function declaresEntities(xml: string): boolean {
  if (/<!ENTITY/i.test(xml)) {
    return true;
  }
  // There is one at most, before all else.
  const at = xml.search(/<!DOCTYPE/i);
  return at >= 0 && /^<!DOCTYPE[^>[]*\[/i.test(xml.slice(at, at + 10_000));
}
