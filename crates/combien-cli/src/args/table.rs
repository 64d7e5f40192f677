//! Commands as tables. The arguments of a command are defined when the command line names it, or when help asks for
//! them: to define those of all commands takes longer than many a count.

/// An enum of commands, one row for each: its line in the help, its arguments, and its name. A command of further
/// commands names the field that holds them.
macro_rules! commands {
    ($Commands:ident: $(#[doc = $about:literal] $Name:ident($Args:ty)$(.$inner:ident)? = $name:literal,)+) => {
        #[derive(Debug)]
        pub(crate) enum $Commands {
            $(#[doc = $about] $Name($Args),)+
        }

        impl $Commands {
            /// The arguments of the command.
            pub(crate) fn words(&self) -> &dyn $crate::args::Words {
                match self {
                    $($Commands::$Name(args) => args$(.$inner)?.words(),)+
                }
            }
        }

        impl clap::Subcommand for $Commands {
            fn augment_subcommands(parent: clap::Command) -> clap::Command {
                parent$(.subcommand(clap::Command::new($name).about($about.trim()).defer(|command| {
                    // Arguments that several commands share have a line of their own, which is for readers of the code.
                    let command = <$Args as clap::Args>::augment_args(command).about($about.trim());
                    $crate::args::help::fitted(command, $crate::args::help::width())
                })))+
            }

            fn augment_subcommands_for_update(parent: clap::Command) -> clap::Command {
                Self::augment_subcommands(parent)
            }

            fn has_subcommand(name: &str) -> bool {
                [$($name),+].contains(&name)
            }
        }

        impl clap::FromArgMatches for $Commands {
            fn from_arg_matches(matches: &clap::ArgMatches) -> Result<Self, clap::Error> {
                match matches.subcommand() {
                    $(Some(($name, below)) => clap::FromArgMatches::from_arg_matches(below).map($Commands::$Name),)+
                    _ => Err(clap::Error::new(clap::error::ErrorKind::MissingSubcommand)),
                }
            }

            fn update_from_arg_matches(&mut self, matches: &clap::ArgMatches) -> Result<(), clap::Error> {
                *self = clap::FromArgMatches::from_arg_matches(matches)?;
                Ok(())
            }
        }
    };
}
pub(super) use commands;
