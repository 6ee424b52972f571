//! Modules that are always fetched together, made one.
//!
//! The program is cut into a module for every combination of parts that share something, more than
//! a hundred. They reach each other through the table of functions: where one calls a function of
//! another, it has a shim of its own that looks the function up. A browser that starts a hundred
//! modules is busy for a while; one that starts one is not. And the shims are of no use: functions
//! that have become neighbours call each other, and whoever calls a function that is elsewhere can
//! look it up itself. That saves the browser a third of the functions that it compiles until a table
//! stands.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use anyhow::{Result, bail};
use wasm_encoder::reencode::{self, Reencode};
use wasm_encoder::{
    CodeSection, ConstExpr, DataSection, ElementSection, Elements, EntityType, FunctionSection,
    ImportSection, Module, TypeSection,
};
use wasmparser::{
    DataKind, Element, ElementItems, ElementKind, FuncType, FunctionBody, Operator, Parser,
    Payload, TypeRef,
};

/// A function: the place of its module, and its number there.
type Place = (usize, u32);

/// Makes one module of many. Each may only import what the program shares with all of them.
pub(crate) fn merged(modules: &[&[u8]]) -> Result<Vec<u8>> {
    let pieces = modules.iter().map(|module| Piece::read(module)).collect::<Result<Vec<_>>>()?;
    Whole::of(&pieces)?.encode()
}

/// A module as it was cut.
#[derive(Default)]
struct Piece<'a> {
    types: Vec<FuncType>,
    imports: Vec<wasmparser::Import<'a>>,
    /// The type of each function.
    functions: Vec<u32>,
    bodies: Vec<FunctionBody<'a>>,
    /// Functions for the table, and from where on.
    table: Vec<(i32, Vec<u32>)>,
    /// Bytes for the memory, and from where on.
    memory: Vec<(i32, &'a [u8])>,
}

impl<'a> Piece<'a> {
    fn read(module: &'a [u8]) -> Result<Self> {
        let mut piece = Self::default();
        for payload in Parser::new(0).parse_all(module) {
            match payload? {
                Payload::TypeSection(types) => {
                    piece.types = types.into_iter_err_on_gc_types().collect::<Result<_, _>>()?;
                }
                Payload::ImportSection(imports) => {
                    piece.imports = imports.into_imports().collect::<Result<_, _>>()?;
                }
                Payload::FunctionSection(functions) => {
                    piece.functions = functions.into_iter().collect::<Result<_, _>>()?;
                }
                Payload::ElementSection(elements) => {
                    for element in elements {
                        piece.table.push(in_table(element?)?);
                    }
                }
                Payload::CodeSectionEntry(body) => piece.bodies.push(body),
                Payload::DataSection(segments) => {
                    for segment in segments {
                        let segment = segment?;
                        let DataKind::Active { memory_index: 0, offset_expr } = segment.kind else {
                            bail!("a part has data that is not put into the memory at once");
                        };
                        piece.memory.push((constant(&offset_expr)?, segment.data));
                    }
                }
                Payload::ExportSection(exports) if exports.count() > 0 => {
                    bail!("a part exports something");
                }
                Payload::TableSection(_)
                | Payload::MemorySection(_)
                | Payload::GlobalSection(_)
                | Payload::TagSection(_)
                | Payload::StartSection { .. } => {
                    bail!("a part has more than functions and data");
                }
                _ => {}
            }
        }
        Ok(piece)
    }

    fn globals(&self) -> impl Iterator<Item = &wasmparser::Import<'a>> {
        self.imports.iter().filter(|import| matches!(import.ty, TypeRef::Global(_)))
    }

    /// Where in the table a function looks for another that it only passes its arguments on to.
    fn shim(&self, function: u32) -> Result<Option<i32>> {
        let (own_type, body) = (self.functions[function as usize], &self.bodies[function as usize]);
        let params = self.types[own_type as usize].params().len();
        if body.get_locals_reader()?.get_count() > 0 {
            return Ok(None);
        }
        let mut operators = body.get_operators_reader()?;
        for param in 0..params {
            if !matches!(operators.read()?, Operator::LocalGet { local_index } if local_index as usize == param)
            {
                return Ok(None);
            }
        }
        let Operator::I32Const { value: slot } = operators.read()? else { return Ok(None) };
        let is_shim = matches!(
            operators.read()?,
            Operator::CallIndirect { type_index, table_index: 0 } if type_index == own_type
        );
        let is_all = is_shim && matches!(operators.read()?, Operator::End);
        Ok(is_all.then_some(slot))
    }
}

fn in_table(element: Element<'_>) -> Result<(i32, Vec<u32>)> {
    let (
        ElementKind::Active { table_index: None | Some(0), offset_expr },
        ElementItems::Functions(functions),
    ) = (element.kind, element.items)
    else {
        bail!("a part has functions that are not put into the table at once");
    };
    Ok((constant(&offset_expr)?, functions.into_iter().collect::<Result<_, _>>()?))
}

fn constant(expression: &wasmparser::ConstExpr<'_>) -> Result<i32> {
    match expression.get_operators_reader().read()? {
        Operator::I32Const { value } => Ok(value),
        other => bail!("a part is put where {other:?} says"),
    }
}

/// How a function is called in the end.
#[derive(Copy, Clone)]
enum Way {
    /// The function itself, or the neighbour that it is a shim for.
    Direct(Place),
    /// Whatever is in that place of the table: it was a shim for a function that is elsewhere.
    Table(i32),
}

/// All pieces, and which of their functions are there in the end.
struct Whole<'a> {
    pieces: &'a [Piece<'a>],
    /// How each function is called.
    ways: BTreeMap<Place, Way>,
    /// The functions that are left with their new numbers, in their old order: similar ones stay
    /// together, which compresses better than short numbers for those that are called often.
    numbers: BTreeMap<Place, u32>,
}

impl<'a> Whole<'a> {
    fn of(pieces: &'a [Piece<'a>]) -> Result<Self> {
        let ways = ways(pieces)?;
        let direct = ways.values().filter_map(|way| match way {
            Way::Direct(place) => Some(*place),
            Way::Table(_) => None,
        });
        let left: BTreeSet<Place> = direct.collect();
        Ok(Self { pieces, ways, numbers: left.into_iter().zip(0..).collect() })
    }

    /// The new number of a function that is not only looked up.
    fn number(&self, place: Place) -> u32 {
        match self.ways[&place] {
            Way::Direct(it) => self.numbers[&it],
            Way::Table(_) => unreachable!("such shims are only ever called"),
        }
    }

    fn encode(&self) -> Result<Vec<u8>> {
        let (mut shared, mut code) = (Shared::default(), CodeSection::new());
        let mut functions = FunctionSection::new();
        for &(place, function) in self.numbers.keys() {
            let piece = &self.pieces[place];
            let mut writer = Writer { whole: self, place, shared: &mut shared };
            functions.function(writer.type_index(piece.functions[function as usize])?);
            writer.parse_function_body(&mut code, piece.bodies[function as usize].clone())?;
        }
        let (mut elements, mut data) = (ElementSection::new(), DataSection::new());
        for (place, piece) in self.pieces.iter().enumerate() {
            for (from, functions) in &piece.table {
                let numbers: Vec<u32> =
                    functions.iter().map(|&function| self.number((place, function))).collect();
                let functions = Elements::Functions(numbers.into());
                elements.active(None, &ConstExpr::i32_const(*from), functions);
            }
            for (from, bytes) in piece.memory.iter().filter(|(_, bytes)| !bytes.is_empty()) {
                data.active(0, &ConstExpr::i32_const(*from), bytes.iter().copied());
            }
        }
        let mut module = Module::new();
        module.section(&shared.types()?).section(&shared.imports(self.pieces)?);
        module.section(&functions).section(&elements).section(&code).section(&data);
        Ok(module.finish())
    }
}

/// How each function is called in the end.
fn ways(pieces: &[Piece<'_>]) -> Result<BTreeMap<Place, Way>> {
    let mut slots = BTreeMap::new();
    for (place, piece) in pieces.iter().enumerate() {
        for (from, functions) in &piece.table {
            slots.extend((*from..).zip(functions.iter().map(|&function| (place, function))));
        }
    }
    let in_table: BTreeSet<Place> = slots.values().copied().collect();
    let mut ways = BTreeMap::new();
    for (place, piece) in pieces.iter().enumerate() {
        for function in 0..piece.functions.len() as u32 {
            let own = (place, function);
            let way = match piece.shim(function)? {
                Some(slot) => match slots.get(&slot) {
                    Some(&neighbour) if neighbour != own => Way::Direct(neighbour),
                    // Somebody else may look it up.
                    _ if in_table.contains(&own) => Way::Direct(own),
                    _ => Way::Table(slot),
                },
                None => Way::Direct(own),
            };
            ways.insert(own, way);
        }
    }
    Ok(ways)
}

/// What all pieces refer to, as far as it is used.
#[derive(Default)]
struct Shared {
    types: BTreeMap<FuncType, u32>,
    /// The names of globals.
    globals: BTreeMap<String, u32>,
}

impl Shared {
    fn types(&self) -> Result<TypeSection> {
        let mut types: Vec<_> = self.types.iter().collect();
        types.sort_by_key(|(_, number)| **number);
        let mut section = TypeSection::new();
        for (function, _) in types {
            section.ty().func_type(&reencode::RoundtripReencoder.func_type(function.clone())?);
        }
        Ok(section)
    }

    /// The table, the memory, and the globals in their order.
    fn imports(&self, pieces: &[Piece<'_>]) -> Result<ImportSection> {
        let mut wanted: BTreeMap<(u32, &str), (&str, EntityType)> = BTreeMap::new();
        for import in pieces.iter().flat_map(|piece| &piece.imports) {
            let entity = reencode::RoundtripReencoder.entity_type(import.ty)?;
            let order = match import.ty {
                TypeRef::Table(_) | TypeRef::Memory(_) => 0,
                TypeRef::Global(_) => match self.globals.get(import.name) {
                    Some(number) => number + 1,
                    None => continue,
                },
                _ => bail!("a part imports {}, which is not shared", import.name),
            };
            wanted.insert((order, import.name), (import.module, entity));
        }
        let mut section = ImportSection::new();
        for ((_, name), (module, entity)) in wanted {
            section.import(module, name, entity);
        }
        Ok(section)
    }
}

/// Writes the functions of one piece with the numbers of the whole.
struct Writer<'w, 'a> {
    whole: &'w Whole<'a>,
    place: usize,
    shared: &'w mut Shared,
}

impl Writer<'_, '_> {
    /// For the call of a function that is elsewhere: its place in the table, and its type.
    fn looked_up(
        &mut self,
        operator: &Operator<'_>,
    ) -> Result<Option<(i32, u32)>, reencode::Error> {
        let &Operator::Call { function_index } = operator else { return Ok(None) };
        let Way::Table(slot) = self.whole.ways[&(self.place, function_index)] else {
            return Ok(None);
        };
        let own_type = self.whole.pieces[self.place].functions[function_index as usize];
        Ok(Some((slot, self.type_index(own_type)?)))
    }
}

impl Reencode for Writer<'_, '_> {
    type Error = Infallible;

    fn parse_function_body(
        &mut self,
        code: &mut CodeSection,
        body: FunctionBody<'_>,
    ) -> Result<(), reencode::Error> {
        let mut function = self.new_function_with_parsed_locals(&body)?;
        let mut operators = body.get_operators_reader()?;
        while !operators.eof() {
            let operator = operators.read()?;
            if let Some((slot, type_index)) = self.looked_up(&operator)? {
                function.instructions().i32_const(slot).call_indirect(0, type_index);
            } else {
                function.instruction(&self.instruction(operator)?);
            }
        }
        code.function(&function);
        Ok(())
    }

    fn function_index(&mut self, function: u32) -> Result<u32, reencode::Error> {
        Ok(self.whole.number((self.place, function)))
    }

    fn type_index(&mut self, index: u32) -> Result<u32, reencode::Error> {
        let function = &self.whole.pieces[self.place].types[index as usize];
        let next = self.shared.types.len() as u32;
        Ok(*self.shared.types.entry(function.clone()).or_insert(next))
    }

    fn global_index(&mut self, index: u32) -> Result<u32, reencode::Error> {
        let import = self.whole.pieces[self.place].globals().nth(index as usize);
        let name = import.expect("a part has no globals but those it imports").name;
        let next = self.shared.globals.len() as u32;
        Ok(*self.shared.globals.entry(name.to_owned()).or_insert(next))
    }
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{Function, MemoryType, RefType, TableType, ValType};
    use wasmparser::Validator;

    use super::*;

    /// A module whose functions take a number and give one; some are put into the table.
    fn module(bodies: &[Function], table: (i32, &[u32]), memory: (i32, &[u8])) -> Vec<u8> {
        let (mut types, mut imports) = (TypeSection::new(), ImportSection::new());
        // The same types have other numbers elsewhere.
        for _ in 0..table.0 {
            types.ty().function([], []);
        }
        types.ty().function([ValType::I32], [ValType::I32]);
        let (minimum, maximum) = (100, None);
        let (table64, shared) = (false, false);
        let functions =
            TableType { element_type: RefType::FUNCREF, minimum, maximum, table64, shared };
        imports.import("shared", "functions", functions);
        let bytes =
            MemoryType { minimum: 1, maximum: None, memory64: false, shared, page_size_log2: None };
        imports.import("shared", "bytes", bytes);
        let (mut functions, mut code) = (FunctionSection::new(), CodeSection::new());
        for body in bodies {
            functions.function(table.0 as u32);
            code.function(body);
        }
        let (mut elements, mut data) = (ElementSection::new(), DataSection::new());
        elements.active(None, &ConstExpr::i32_const(table.0), Elements::Functions(table.1.into()));
        data.active(0, &ConstExpr::i32_const(memory.0), memory.1.iter().copied());
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&functions).section(&elements);
        module.section(&code).section(&data);
        module.finish()
    }

    fn function(write: impl FnOnce(&mut wasm_encoder::InstructionSink<'_>)) -> Function {
        let mut function = Function::new([]);
        write(&mut function.instructions());
        function.instructions().end();
        function
    }

    fn shim(slot: i32, own_type: u32) -> Function {
        function(|it| {
            it.local_get(0).i32_const(slot).call_indirect(0, own_type);
        })
    }

    /// What each function calls: another by its number, or whatever is in that place of the table.
    fn calls(module: &[u8]) -> Vec<Vec<String>> {
        let bodies = Piece::read(module).unwrap().bodies;
        let call = |operator| match operator {
            Operator::Call { function_index } => Some(format!("function {function_index}")),
            Operator::I32Const { value } => Some(format!("place {value}")),
            _ => None,
        };
        let mut all = Vec::new();
        for body in bodies {
            let operators = body.get_operators_reader().unwrap().into_iter();
            all.push(operators.filter_map(|operator| call(operator.unwrap())).collect());
        }
        all
    }

    #[test]
    fn nobody_calls_a_shim() {
        let twice = |other: u32| {
            function(|it| {
                it.local_get(0).call(other).call(other);
            })
        };
        let plain = function(|it| {
            it.local_get(0);
        });
        // The first module offers a function in place 3 of the table and uses what is in place 50.
        let first = module(&[plain, shim(50, 3), twice(1)], (3, &[0]), (8, b"abc"));
        // The second one uses both.
        let second = module(&[shim(3, 7), shim(50, 7), twice(0), twice(1)], (7, &[2]), (16, b""));
        let both = merged(&[&first, &second]).unwrap();
        Validator::new().validate_all(&both).unwrap();
        let expected = [
            vec![],
            vec!["place 50", "place 50"],
            vec!["function 0", "function 0"],
            vec!["place 50", "place 50"],
        ];
        assert_eq!(calls(&both), expected);
        let piece = Piece::read(&both).unwrap();
        assert_eq!(piece.table, [(3, vec![0]), (7, vec![2])]);
        assert_eq!(piece.memory, [(8, &b"abc"[..])]);
        assert_eq!((piece.types.len(), piece.imports.len()), (1, 2));
    }

    #[test]
    fn a_shim_that_is_itself_in_the_table_stays() {
        let caller = function(|it| {
            it.local_get(0).call(0);
        });
        let only = module(&[shim(50, 3), caller], (3, &[0]), (8, b""));
        let same = merged(&[&only]).unwrap();
        Validator::new().validate_all(&same).unwrap();
        assert_eq!(calls(&same), [["place 50"], ["function 0"]]);
    }

    #[test]
    fn what_cannot_be_merged_is_refused() {
        let mut exports = wasm_encoder::ExportSection::new();
        exports.export("it", wasm_encoder::ExportKind::Func, 0);
        let mut module = Module::new();
        module.section(&exports);
        let refused = merged(&[&module.finish()]).unwrap_err();
        assert_eq!(refused.to_string(), "a part exports something");
    }
}
