import { decodePunycode, encodePunycode } from "./punycode.js";

const ldhLabel = /^[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?$/;

/** A host name of RFC 1123; labels in Punycode must be such as RFC 5890 allows. */
export function isHostname(text: string): boolean {
  return isDomain(text) && text.split(".").every(isDecodable);
}

/** `Domain` of RFC 5321, section 4.1.2, which asks for letters, digits and hyphens only. */
export function isDomain(text: string): boolean {
  return text.length <= 253 && text.split(".").every((label) => ldhLabel.test(label));
}

/** A host name of RFC 5890, with the separators of RFC 3490. */
export function isIdnHostname(text: string): boolean {
  // In Punycode each character, of two units at most, takes one byte or more.
  if (text.length > 2 * 253) return false;
  const labels = text.split(/[.\u3002\uff0e\uff61]/);
  let length = labels.length - 1;
  const isBidirectional = labels.some((label) => rightToLeft.test(label));
  for (const label of labels) {
    const isAscii = /^[\0-\x7f]*$/.test(label);
    if (isAscii ? !ldhLabel.test(label) || !isDecodable(label) : !isUnicodeLabel(label))
      return false;
    if (isBidirectional && !followsBidiRule(label)) return false;
    const ascii = isAscii ? label.length : 4 + encodePunycode(label).length;
    if (ascii > 63) return false;
    length += ascii;
  }
  return length <= 253;
}

/** A label that starts with `xn--` encodes a Unicode label. */
function isDecodable(label: string): boolean {
  if (!/^xn--/i.test(label)) return true;
  const encoded = label.slice(4).toLowerCase();
  const decoded = decodePunycode(encoded);
  if (decoded === undefined || /^[\0-\x7f]*$/.test(decoded)) return false;
  if (encodePunycode(decoded) !== encoded) return false;
  return isUnicodeLabel(decoded) && (!rightToLeft.test(decoded) || followsBidiRule(decoded));
}

/** Made from text: a literal with the flag is an error of TypeScript for targets before ES2015. */
function unicode(pattern: string): RegExp {
  return new RegExp(pattern, "u");
}

const mark = /* @__PURE__ */ unicode("^\\p{M}");

/** A U-label by RFC 5891, section 4.2.3. */
function isUnicodeLabel(label: string): boolean {
  if (label.normalize("NFC") !== label) return false;
  if (label.startsWith("-") || label.endsWith("-") || label.slice(2, 4) === "--") return false;
  if (mark.test(label)) return false;
  return (
    Array.from(label).every((char) => isProtocolValid(char) || contextual.test(char)) &&
    fitsContext(label)
  );
}

/** RFC 5892, section 2.6: letters that are decided one by one. */
const exceptionsValid = /^[\u00df\u03c2\u06fd\u06fe\u0f0b\u3007]$/;
const exceptionsDisallowed = /^[\u302e\u302f\u0640\u07fa\u3031-\u3035\u303b]$/;
/** Small letters that `toLowerCase` leaves, and case folding does not, as of Cherokee, which folds to capitals. */
const foldedSmall = /[\u0345\u13f8-\u13fd\u1c80-\u1c88\uab70-\uabbf]/;
const foldedCapital = /^[\u13a0-\u13f5]$/;
const oldHangul = /^[\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb]$/;
const ignorable = /* @__PURE__ */ unicode(
  "^[\\p{Default_Ignorable_Code_Point}\\p{White_Space}\\p{Noncharacter_Code_Point}]$",
);
const ignorableBlocks = /* @__PURE__ */ unicode("^[\u20d0-\u20ff\u{1d100}-\u{1d24f}]$");
const letterOrDigit = /* @__PURE__ */ unicode(
  "^[\\p{Ll}\\p{Lu}\\p{Lo}\\p{Nd}\\p{Lm}\\p{Mn}\\p{Mc}]$",
);

/** The property PVALID of RFC 5892, section 3. */
function isProtocolValid(char: string): boolean {
  if (exceptionsValid.test(char)) return true;
  if (exceptionsDisallowed.test(char) || foldedSmall.test(char.normalize("NFD"))) return false;
  if (/^[a-z\d-]$/.test(char) || foldedCapital.test(char)) return true;
  const folded = char.normalize("NFKC").toLowerCase().normalize("NFKC");
  if (folded !== char) return false;
  if (ignorable.test(char) || ignorableBlocks.test(char) || oldHangul.test(char)) return false;
  return letterOrDigit.test(char);
}

const contextual = /^[\u200d\u200c\u00b7\u0375\u05f3\u05f4\u0660-\u0669\u06f0-\u06f9\u30fb]$/;
const virama = /* @__PURE__ */ unicode(
  "[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e3a\u0eba\u0f84\u1039\u103a\u1714\u1734\u17d2\u1a60\u1b44\u1baa\u1bab\u1bf2\u1bf3\u2d7f\ua806\ua8c4\ua953\ua9c0\uaaf6\uabed\u{10a3f}\u{11046}\u{1107f}\u{110b9}\u{11133}\u{11134}\u{111c0}\u{11235}\u{112ea}\u{1134d}\u{11442}\u{114c2}\u{115bf}\u{1163f}\u{116b6}\u{1172b}\u{11839}\u{119e0}\u{11a34}\u{11a47}\u{11a99}\u{11c3f}\u{11d44}\u{11d45}\u{11d97}]$",
);
/** Letters of the scripts below that join with none, and those that join only with the one before. */
const unjoined =
  "\u0621\u0660-\u0669\u0674\u06e5\u06e6\u06f0-\u06f9\u07c0-\u07c9\u07f4\u07f5\u0861\u0866\u0887\u08ad\u08c9\u1810-\u1819\u1880-\u1884\ufe73";
const joinedBefore =
  "\u0622-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0673\u0688-\u0699\u06c0\u06c3-\u06cb\u06cd\u06cf\u06d2\u06d3\u06d5\u06ee\u06ef\u0710\u0715-\u0719\u071e\u0728\u072a\u072c\u072f\u074d\u0759-\u075b\u076b\u076c\u0771\u0773\u0774\u0778\u0779\u0867\u0869\u086a\u0870-\u0882\u088e\u08aa-\u08ac\u08ae\u08b1\u08b2\u08b9";
/** Scripts with joining letters; of these, names use Arabic. */
const joining = "[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Nko}]";
const joinsBefore = /* @__PURE__ */ unicode(`(?![${unjoined}${joinedBefore}])${joining}\\p{Mn}*$`);
const joinsAfter = /* @__PURE__ */ unicode(`^\\p{Mn}*(?![${unjoined}])${joining}`);

const greek = /* @__PURE__ */ unicode("^\\p{Script=Greek}");
const japanese = /* @__PURE__ */ unicode(
  "[\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Han}]",
);
const hebrew = /* @__PURE__ */ unicode("\\p{Script=Hebrew}$");

/** The rules of RFC 5892, appendix A. */
function fitsContext(label: string): boolean {
  if (/[\u0660-\u0669]/.test(label) && /[\u06f0-\u06f9]/.test(label)) return false;
  return label
    .split("")
    .every(
      (char, index) =>
        !/[\u200d\u200c\u00b7\u0375\u05f3\u05f4\u30fb]/.test(char) ||
        fits(char, label.slice(0, index), label.slice(index + 1), label),
    );
}

function fits(char: string, before: string, after: string, label: string): boolean {
  switch (char) {
    case "\u200c":
      return virama.test(before) || (joinsBefore.test(before) && joinsAfter.test(after));
    case "\u200d":
      return virama.test(before);
    case "\u00b7":
      return before.endsWith("l") && after.startsWith("l");
    case "\u0375":
      return greek.test(after);
    case "\u30fb":
      return japanese.test(label.replace(/\u30fb/g, ""));
    default:
      return hebrew.test(before);
  }
}

const rightToLeft = /* @__PURE__ */ unicode(
  "[\u0590-\u05bf\u05c0\u05c3\u05c6\u05c8-\u05ff\u0600-\u0605\u0608\u060b\u060d\u061b-\u064a\u0660-\u0669\u066b-\u066f\u0671-\u06d5\u06dd\u06e5\u06e6\u06ee\u06ef\u06fa-\u070f\u0710\u0712-\u072f\u074d-\u07a5\u07b1-\u07ea\u07f4\u07f5\u07fa-\u0815\u081a\u0824\u0828\u0830-\u0858\u085c-\u089f\u08a0-\u08c9\ufb1d\ufb1f-\ufb28\ufb2a-\ufd3d\ufd50-\ufdfc\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]",
);

const nonspacing = /* @__PURE__ */ unicode("\\p{Mn}|\\p{Me}");
const letter = /* @__PURE__ */ unicode("\\p{L}|\\p{Mc}|\\p{Nd}");
const arabicDigit = /* @__PURE__ */ unicode("^[\u0660-\u0669\u066b\u066c\u{10d30}-\u{10d39}]$");

/** RFC 5893, section 2, for a label of a name in which some letter runs from right to left. */
function followsBidiRule(label: string): boolean {
  const chars = Array.from(label).filter((char) => !nonspacing.test(char));
  const [first = ""] = chars;
  const last = chars[chars.length - 1] ?? "";
  const digit = /^[\d\u06f0-\u06f9]$/;
  const isRight = (char: string): boolean => rightToLeft.test(char) && !arabicDigit.test(char);
  const isLeft = (char: string): boolean =>
    letter.test(char) && !rightToLeft.test(char) && !digit.test(char);
  if (isRight(first)) {
    if (chars.some(isLeft) || !(isRight(last) || arabicDigit.test(last) || digit.test(last)))
      return false;
    return !(
      chars.some((char) => arabicDigit.test(char)) && chars.some((char) => digit.test(char))
    );
  }
  if (!isLeft(first)) return false;
  return !chars.some((char) => rightToLeft.test(char)) && (isLeft(last) || digit.test(last));
}
