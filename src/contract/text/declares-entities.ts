/** Whether an XML document may define entities, which could expand it to any size. */
export function declaresEntities(xml: string): boolean {
  if (/<!ENTITY/i.test(xml)) {
    return true;
  }
  // There can only be one, and it comes before all elements.
  const at = xml.search(/<!DOCTYPE/i);
  return at >= 0 && /^<!DOCTYPE[^>[]*\[/i.test(xml.slice(at, at + 10_000));
}
