const daysInMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** `full-date` of RFC 3339: `2026-03-14`. */
export function isDate(text: string): boolean {
  return text.length === 10 && startsWithDate(text);
}

/** `date-time` of RFC 3339: `2026-03-14T09:30:00Z`. */
export function isDateTime(text: string): boolean {
  return (
    text.length >= 20 &&
    (text.charCodeAt(10) | 32) === 116 &&
    startsWithDate(text) &&
    isTimeFrom(text, 11)
  );
}

/** `full-time` of RFC 3339: `09:30:00+01:00`. */
export function isTime(text: string): boolean {
  return isTimeFrom(text, 0);
}

/** `date-time` of RFC 3339 without a zone: `2026-03-14T09:30:00`. */
export function isDateTimeLocal(text: string): boolean {
  return text.length >= 19 && !/[Zz]$/.test(text) && isDateTime(text + "Z");
}

/** `full-time` of RFC 3339 without a zone: `09:30:00`. */
export function isTimeLocal(text: string): boolean {
  return !/[Zz]$/.test(text) && isTime(text + "Z");
}

/** `duration` of RFC 3339, appendix A: units follow each other without gaps. */
export function isDuration(text: string): boolean {
  return durationPattern.test(text);
}

const durationPattern =
  /^P(?!$)(?:\d+W|(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/;

/** `IMF-fixdate` of RFC 9110: `Sat, 14 Mar 2026 09:30:00 GMT`. */
export function isHttpDate(text: string): boolean {
  return httpDatePattern.test(text);
}

const httpDatePattern =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?:0[1-9]|[12]\d|3[01]) (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} (?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60) GMT$/;

function startsWithDate(text: string): boolean {
  if (text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return false;
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  if (!(year >= 0 && month >= 1 && month <= 12 && day >= 1)) return false;
  if (day <= 28) return true;
  if (month === 2) return day === 29 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (daysInMonth[month - 1] ?? 0);
}

function isTimeFrom(text: string, start: number): boolean {
  const hour = twoDigits(text, start);
  const minute = twoDigits(text, start + 3);
  const second = twoDigits(text, start + 6);
  if (!(hour <= 23 && minute <= 59 && second <= 60)) return false;
  if (text.charCodeAt(start + 2) !== 58 || text.charCodeAt(start + 5) !== 58) return false;
  const zone = afterFraction(text, start + 8);
  const offset = zone < 0 ? NaN : offsetFrom(text, zone);
  if (second < 60) return !Number.isNaN(offset);
  // A leap second is the last one of a day in UTC.
  return (((hour * 60 + minute - offset) % 1440) + 1440) % 1440 === 1439;
}

/** Where the zone starts; -1 where a point has no digit after it. */
function afterFraction(text: string, start: number): number {
  if (text.charCodeAt(start) !== 46) return start;
  let end = start + 1;
  while (isDigit(text.charCodeAt(end))) end++;
  return end > start + 1 ? end : -1;
}

/** In minutes; NaN where there is no zone, or more than a zone. */
function offsetFrom(text: string, start: number): number {
  const sign = text.charCodeAt(start);
  if ((sign | 32) === 122) return text.length === start + 1 ? 0 : NaN;
  if (
    (sign !== 43 && sign !== 45) ||
    text.length !== start + 6 ||
    text.charCodeAt(start + 3) !== 58
  )
    return NaN;
  const hours = twoDigits(text, start + 1);
  const minutes = twoDigits(text, start + 4);
  if (!(hours <= 23 && minutes <= 59)) return NaN;
  return (sign === 43 ? 1 : -1) * (hours * 60 + minutes);
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

/** NaN where there are none. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at);
  const ones = text.charCodeAt(at + 1);
  return isDigit(tens) && isDigit(ones) ? tens * 10 + ones - 528 : NaN;
}
