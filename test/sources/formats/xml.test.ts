import { describe, expect, it } from 'vitest';
import { elementText, hasEnd, readXml } from '../../../src/sources/formats/xml.ts';

describe('XML', () => {
  it.each([
    ['\uFEFF<a><b>1</b></a>', { a: { b: '1' } }],
    ['<n:a><n:b m:c="d"/></n:a>', { a: { b: { '@c': 'd' } } }],
    ['<a>&mdash;&#233;&lt;&eacute;</a>', { a: '—é<&eacute;' }],
    ['<a>1.50</a>', { a: '1.50' }],
    ['<a><b>1</b><b>2</b></a>', { a: { b: ['1', '2'] } }],
    ['<a><![CDATA[<b>]]></a>', { a: '<b>' }],
    ['<!doctype a><a/>', undefined],
    ['<a><!Entity b "c"></a>', undefined],
    ['<a><__proto__><x>1</x></__proto__></a>', undefined],
    ['x', {}],
  ])('%j is %j', (text, value) => {
    expect(readXml(text)).toEqual(value);
  });

  it('may be nested forty levels deep', () => {
    const nested = (depth: number) => readXml('<a>'.repeat(depth) + '</a>'.repeat(depth));
    expect([nested(40) !== undefined, nested(42)]).toEqual([true, undefined]);
  });
});

describe('an element', () => {
  it.each([
    ['x<doc>1</doc>y', '<doc>1</doc>'],
    ['<p-1:doc a="b">1</p-1:doc\n>', '<p-1:doc a="b">1</p-1:doc\n>'],
    ['<docs>1</docs><doc>2</doc>', '<doc>2</doc>'],
    ['</doc><doc>2</doc>', '<doc>2</doc>'],
    ['<doc>2', undefined],
    ['<other/>', undefined],
  ])('of %j is %j', (text, element) => {
    expect(elementText(text, 'doc')).toBe(element);
  });

  it.each([
    ['<feed></feed>', true],
    ['</atom:feed >\n\n', true],
    ['</feed', false],
    ['</feeds>', false],
    ['</feed>x', false],
  ])('ends %j: %s', (text, is) => {
    expect(hasEnd(text, 'feed')).toBe(is);
  });
});
