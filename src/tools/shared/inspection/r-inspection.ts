import { MAX_COLUMNS, MAX_VARIABLES } from './inspection';

/**
 * R code that prints an `IInspection`.
 *
 * It runs in an environment of its own, on top of `base` alone. It examines
 * attributes, and calls functions that dispatch on a class only for classes of
 * `base`. Active bindings are listed but not read, because reading them runs
 * code.
 *
 * @param names variables to inspect; all of them if absent.
 */
export function rInspection(names: string[] | undefined): string {
  return `base::suppressWarnings(base::local({
wanted <- ${names === undefined ? 'NULL' : `c(${names.map(literal).join(', ')})`}
${INSPECTION}
}, envir = base::new.env(parent = base::baseenv())))`;
}

/** A string as character codes, so that nothing in it can be read as code. */
function literal(name: string): string {
  const points = Array.from(name, character => character.codePointAt(0) ?? 0);
  return `intToUtf8(c(${points.map(point => `${point}L`).join(', ')}))`;
}

const INSPECTION = String.raw`
max_variables <- ${MAX_VARIABLES}L
max_columns <- ${MAX_COLUMNS}L
max_cells <- 2e7
max_rows <- 1e6
known <- c("factor", "ordered", "Date", "POSIXct", "POSIXt", "difftime")

clean <- function(x) iconv(enc2utf8(x), "UTF-8", "UTF-8", sub = "?")
# Of ASCII alone: in a locale without UTF-8 all else is printed as "<U+00E9>".
ascii <- function(x) {
  points <- utf8ToInt(x)
  far <- points - 65536L
  told <- ifelse(
    far < 0L,
    sprintf("\\u%04x", points),
    sprintf("\\u%04x\\u%04x", 55296L + far %/% 1024L, 56320L + far %% 1024L)
  )
  plain <- points < 128L
  told[plain] <- intToUtf8(points[plain], multiple = TRUE)
  paste(told, collapse = "")
}
text <- function(x) {
  x <- clean(x)
  x[is.na(x)] <- "NA"
  x <- gsub("\\", "\\\\", x, fixed = TRUE)
  x <- gsub("\"", "\\\"", x, fixed = TRUE)
  x <- gsub("[[:cntrl:]]", " ", x)
  paste0("\"", vapply(x, ascii, "", USE.NAMES = FALSE), "\"")
}
number <- function(x) sprintf("%.0f", as.numeric(x))
list_of <- function(x) paste0("[", paste(x, collapse = ","), "]")
object <- function(...) {
  parts <- Filter(Negate(is.null), list(...))
  fields <- paste0("\"", names(parts), "\":", unlist(parts))
  paste0("{", paste(fields, collapse = ","), "}")
}
short <- function(x) ifelse(nchar(x) > 40L, paste0(substr(x, 1L, 37L), "..."), x)
is_base <- function(x) all(attr(x, "class") %in% known)

kind <- function(x) {
  class <- attr(x, "class")
  if (is.character(class) && length(class) > 0L) return(class[[1L]])
  if (length(attr(x, "dim")) == 2L) return("matrix")
  if (!is.null(attr(x, "dim"))) return("array")
  switch(typeof(x), double = "numeric", closure = "function", typeof(x))
}

shown <- function(x) {
  if (is.factor(x)) x <- levels(x)[x]
  if (is.character(x)) paste0("'", short(clean(x)), "'")
  else vapply(seq_along(x), function(i) short(format(x[i], digits = 7L, decimal.mark = ".")), "")
}

column <- function(x, name, small) {
  told <- list(name = text(name), dtype = text(kind(x)))
  tryCatch(do.call(object, c(told, values(x, small))), error = function(error) {
    do.call(object, told)
  })
}

values <- function(x, small) {
  told <- list()
  if (is.atomic(x) && is_base(x) && is.null(attr(x, "dim"))) {
    head <- x[seq_len(min(length(x), 500L))]
    head <- unique(head[!is.na(head)])
    told$missing <- if (small) number(sum(is.na(x))) else "null"
    if (small && length(x) <= max_rows)
      told$distinct <- number(length(unique(x[!is.na(x)])))
    told$samples <- list_of(text(shown(head[seq_len(min(length(head), 3L))])))
    if (length(head) == 0L) told$samples <- "[]"
  }
  told
}

describe <- function(name) {
  if (is_active(name)) {
    return(object(
      name = text(name), type = text("active binding"), note = text("not read")
    ))
  }
  x <- get(name, envir = globalenv(), inherits = FALSE)
  told <- list(name = text(name), type = text(kind(x)))
  class <- attr(x, "class")
  if (inherits(x, "data.frame")) {
    plain <- unclass(x)
    heads <- attr(x, "names")
    rows <- .row_names_info(x, 2L)
    width <- length(heads)
    small <- as.numeric(rows) * width <= max_cells
    told$shape <- list_of(number(c(rows, width)))
    told$columns <- list_of(vapply(
      seq_len(min(width, max_columns)),
      function(i) column(plain[[i]], heads[[i]], small), ""
    ))
    told$moreColumns <- number(max(0L, width - max_columns))
  } else if (is.null(x)) {
    told$type <- text("NULL")
  } else if (is.atomic(x) && is_base(x)) {
    dims <- attr(x, "dim")
    told$shape <- list_of(number(if (is.null(dims)) length(x) else dims))
    if (!is.null(dims)) told$dtype <- text(typeof(x))
    if (is.null(dims) && length(x) == 1L) {
      told$shape <- NULL
      told$value <- text(if (is.na(x)) "NA" else shown(x))
    }
  } else if (is.list(x) && is.null(class)) {
    told$shape <- list_of(number(length(x)))
  }
  do.call(object, told)
}

safely <- function(name) {
  tryCatch(describe(name), error = function(error) {
    object(name = text(name), type = text("unknown"), note = text("could not be read"))
  })
}

is_active <- function(name) bindingIsActive(as.name(name), globalenv())
# NULL where reading fails, as of a missing argument; safely() tells which.
peek <- function(name) {
  tryCatch(
    if (!is_active(name)) get(name, envir = globalenv(), inherits = FALSE),
    error = function(error) NULL
  )
}
is_value <- function(name) !is.function(peek(name))
is_frame <- function(name) inherits(peek(name), "data.frame")

unknown <- character(0L)
if (is.null(wanted)) {
  found <- Filter(is_value, ls(globalenv(), sorted = TRUE))
  found <- c(Filter(is_frame, found), Filter(Negate(is_frame), found))
} else {
  # Looked up in the list, as exists() fails for a name that no variable can have.
  wanted <- unique(wanted)
  defined <- wanted %in% ls(globalenv(), all.names = TRUE)
  unknown <- wanted[!defined]
  found <- wanted[defined]
}
first <- found[seq_len(min(length(found), max_variables))]
more <- found[seq_along(found) > max_variables]
texts <- function(x) if (length(x) == 0L) "[]" else list_of(text(x))
cat(object(
  variables = list_of(vapply(first, safely, "", USE.NAMES = FALSE)),
  more = texts(more),
  unknown = texts(unknown)
), "\n", sep = "")
invisible(NULL)
`;
