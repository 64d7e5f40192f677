//! Messages of errors: one row for each variant.

/// Makes a type an error: what its variants, or its fields, say.
///
/// ```
/// #[derive(Debug)]
/// enum Trouble {
///     Lost,
///     Late { minutes: u32 },
///     Read(std::io::Error),
/// }
///
/// combien::errors!(Trouble {
///     Lost => "the way is lost";
///     Late { minutes } if *minutes < 60 => "{minutes} minutes late";
///     Late { minutes } => "{} hours late", minutes / 60;
///     Read(error) source error from std::io::Error => "{error}";
/// });
///
/// #[derive(Debug)]
/// struct Full(usize);
///
/// combien::errors!(Full(limit) => "it is full: {limit} are the most");
///
/// assert_eq!(Trouble::Late { minutes: 150 }.to_string(), "2 hours late");
/// assert_eq!(Full(3).to_string(), "it is full: 3 are the most");
/// assert!(std::error::Error::source(&Trouble::from(std::io::Error::other("no"))).is_some());
/// ```
///
/// `source` names the field that is the [source](std::error::Error::source) of the error. `from` makes the
/// variant, which has one field, from a value of that type.
// Not `thiserror`: every program that depends on this crate would then compile `syn`.
#[doc(hidden)]
#[macro_export]
macro_rules! errors {
    ($type:ident $(($($tuple:tt)*))? $({$($fields:tt)*})? => $message:literal $(, $argument:expr)*) => {
        impl ::std::fmt::Display for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                let $type $(($($tuple)*))? $({$($fields)*})? = self;
                ::std::write!(f, $message $(, $argument)*)
            }
        }

        impl ::std::error::Error for $type {}
    };
    ($type:ident {$(
        $variant:ident $(($($tuple:tt)*))? $({$($fields:tt)*})? $(source $source:ident)?
        $(from $($from:ident)::+)? $(if $guard:expr)? => $message:literal $(, $argument:expr)*;
    )+}) => {
        impl ::std::fmt::Display for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                match self {$(
                    $type::$variant $(($($tuple)*))? $({$($fields)*})? $(if $guard)? => {
                        ::std::write!(f, $message $(, $argument)*)
                    }
                )+}
            }
        }

        impl ::std::error::Error for $type {
            fn source(&self) -> ::std::option::Option<&(dyn ::std::error::Error + 'static)> {
                $($(
                    if let $type::$variant($source) = self {
                        return ::std::option::Option::Some($source);
                    }
                )?)+
                ::std::option::Option::None
            }
        }

        $($(
            impl ::std::convert::From<$($from)::+> for $type {
                fn from(error: $($from)::+) -> $type {
                    $type::$variant(error)
                }
            }
        )?)+
    };
}
