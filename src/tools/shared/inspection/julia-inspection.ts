import { MAX_COLUMNS, MAX_VARIABLES } from './inspection';

/**
 * Julia code that prints an `IInspection`.
 *
 * It runs in an anonymous module, so it leaves nothing behind in `Main`. It
 * calls functions on values of Base and on columns of simple values; for types
 * of the person's own it reports only the name.
 *
 * @param names variables to inspect; all of them if absent.
 */
export function juliaInspection(names: string[] | undefined): string {
  const wanted =
    names === undefined
      ? 'nothing'
      : `String[${names.map(literal).join(', ')}]`;
  const code = `const wanted = ${wanted}\n${INSPECTION}`;
  const quoted = JSON.stringify(code).replaceAll('$', '\\$');
  return `Base.include_string(Base.Module(:Inspection), ${quoted}); nothing`;
}

/** A string as character codes, so that nothing in it can be read as code. */
function literal(name: string): string {
  const points = Array.from(name, character => character.codePointAt(0) ?? 0);
  return `join(Char[${points.map(point => `Char(${point})`).join(', ')}])`;
}

const INSPECTION = String.raw`
const max_variables = ${MAX_VARIABLES}
const max_columns = ${MAX_COLUMNS}
const max_cells = 20_000_000
const max_rows = 1_000_000
const Plain = Union{Bool, Base.BitInteger, Base.IEEEFloat, AbstractString, Char, Symbol, Nothing, Missing}
const Sized = Union{Dict, Set, Tuple, NamedTuple, AbstractRange}
const hidden = (:ans, :In, :Out, :err, :Base, :Core, :Main)

function text(value)
    io = IOBuffer()
    print(io, '"')
    for c in String(value)
        if !isvalid(c) || iscntrl(c)
            print(io, ' ')
        elseif c == '"' || c == '\\'
            print(io, '\\', c)
        else
            print(io, c)
        end
    end
    print(io, '"')
    return String(take!(io))
end

short(value) = length(value) > 40 ? first(value, 37) * "..." : value
list(parts) = "[" * join(parts, ",") * "]"
object(fields...) = "{" * join((text(string(k)) * ":" * v for (k, v) in fields if v !== nothing), ",") * "}"
kind(value) = text(short(string(typeof(value))))

literal(value::AbstractString) = short(repr(first(String(value), 200)))
literal(value) = short(repr(value))

"Whether values of this type can be compared and shown without a person's code."
function is_plain(T)
    N = nonmissingtype(T)
    return N <: Plain || (N isa DataType && nameof(parentmodule(N)) === :Dates)
end

function column(name, values, small)
    T = eltype(values)
    plain = is_plain(T)
    found = String[]
    if plain
        for value in Iterators.take(values, 500)
            ismissing(value) && continue
            told = literal(value)
            told in found || push!(found, told)
            length(found) == 3 && break
        end
    end
    return object(
        "name" => text(string(name)),
        "dtype" => text(short(string(T))),
        "missing" => small ? string(count(ismissing, values)) : "null",
        "distinct" => plain && small && length(values) <= max_rows ? string(length(Set(skipmissing(values)))) : nothing,
        "samples" => list(text.(found)),
    )
end

is_frame(value) = nameof(typeof(value)) === :DataFrame && nameof(parentmodule(typeof(value))) === :DataFrames

function describe(name, value)
    if is_frame(value)
        rows, width = size(value)
        heads = Base.names(value)
        small = rows * width <= max_cells
        columns = [column(heads[i], value[!, i], small) for i in 1:min(width, max_columns)]
        return object(
            "name" => text(name),
            "type" => text("DataFrame"),
            "shape" => list((rows, width)),
            "columns" => list(columns),
            "moreColumns" => string(max(0, width - max_columns)),
        )
    elseif value isa Array
        return object(
            "name" => text(name),
            "type" => text("Array"),
            "shape" => list(size(value)),
            "dtype" => text(short(string(eltype(value)))),
        )
    elseif value isa Plain
        return object("name" => text(name), "type" => kind(value), "value" => text(literal(value)))
    elseif value isa Sized
        return object("name" => text(name), "type" => kind(value), "shape" => list((length(value),)))
    end
    return object("name" => text(name), "type" => kind(value))
end

function safely(name)
    try
        return describe(name, getfield(Main, Symbol(name)))
    catch
        return object("name" => text(name), "type" => text("unknown"), "note" => text("could not be read"))
    end
end

function listed(name)
    name in hidden && return false
    startswith(string(name), r"[_#]") && return false
    isdefined(Main, name) || return false
    return !(getfield(Main, name) isa Union{Module, Function, Type})
end

unknown = String[]
if wanted === nothing
    found = string.(filter(listed, Base.names(Main)))
    sort!(found; by = name -> is_frame(getfield(Main, Symbol(name))) ? 0 : 1)
else
    found = filter(name -> isdefined(Main, Symbol(name)), wanted)
    unknown = filter(name -> !isdefined(Main, Symbol(name)), wanted)
end
last_shown = min(length(found), max_variables)
println(object(
    "variables" => list(safely.(found[1:last_shown])),
    "more" => list(text.(found[last_shown+1:end])),
    "unknown" => list(text.(unknown)),
))
`;
